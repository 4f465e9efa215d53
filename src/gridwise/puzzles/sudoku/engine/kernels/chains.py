"""Kernels that look for the shortest chain of a kind, for the Sudoku Explainer rating.

They do the work of `rating.chains`, in the same order. A literal is a number: 2 * candidate, and
one more if the candidate (9 * cell + digit) is on. The implications of each literal are a net of
their own in `Nets`; its literals are nodes that name their parents. Of all chains that take the
same candidates the best is kept, in a *slot*. Nested chains are looked for in second `Nets`, on
the candidates that a literal of the first leaves.
"""

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.sudoku.engine.kernels.nets import (
    ABSURD,
    ASSUMED,
    CELL,
    CHAINS,
    CYCLES,
    DOUBLE,
    EACH,
    FULL,
    HOUSE,
    LITERALS,
    MARK,
    NAKED,
    NODE,
    NONE,
    PARENT,
    SCORE,
    SERIAL,
    SLOT,
    XY,
    X,
    Y,
    add,
    ancestors,
    begin,
    has_room,
    hold,
    lowest,
    measure,
    remove,
    turn_off,
    turn_on,
)
from gridwise.puzzles.sudoku.engine.kernels.reach import find_ends, find_hits


@kernel
def follow(g, n, net, in_cell, dynamic, level):
    """Follow all that a literal implies, until two literals contradict each other."""
    if begin(n, net):
        spread(g, n, net, in_cell, dynamic, level)


@kernel
def spread(g, n, net, in_cell, dynamic, level):
    """Follow the literals of a net; return whether two contradict each other."""
    while True:
        if n.heads[1] < n.size[net, 1]:
            node = n.order[net, 1, n.heads[1]]
            n.heads[1] += 1
            found = turn_off(g, n.now_masks, n.now_places, n.key[node] // 2, in_cell, n.out)
            for i in range(found):
                key = n.out[i]
                if n.at[net, key + 1]:
                    n.absurd[net, 0] = n.at[net, key + 1]
                    n.absurd[net, 1] = add(n, key, node, NAKED)
                    return True
                if n.at[net, key] == 0:
                    hold(n, net, add(n, key, node, NAKED))
        elif n.heads[0] < n.size[net, 0]:
            node = n.order[net, 0, n.heads[0]]
            n.heads[0] += 1
            candidate = n.key[node] // 2
            found = turn_on(
                g, n.now_masks, n.now_places, candidate, in_cell, True, n.out, n.out_cause
            )
            begun = n.info[NODE]
            for i in range(found):
                made = add(n, n.out[i], node, n.out_cause[i])
                if dynamic:
                    add_hidden(g, n, net, n.out[i] // 2, n.out_cause[i])
                    n.last[made] = n.info[PARENT]
            if dynamic:
                remove(g, n, candidate)
            for made in range(begun, begun + found):
                key = n.key[made]
                if n.at[net, key - 1]:
                    n.absurd[net, 0] = made
                    n.absurd[net, 1] = n.at[net, key - 1]
                    return True
                if n.at[net, key] == 0:
                    hold(n, net, made)
        else:
            if level == 1:
                for i in range(patterns(g, n)):
                    key = n.made[i, 0]
                    if n.at[net, key] == 0:
                        made = add(n, key, -1, NAKED)
                        for j in range(n.made[i, 1], n.made[i, 2]):
                            n.parent[n.info[PARENT]] = n.at[net, 2 * n.spare[j]]
                            n.info[PARENT] += 1
                        n.last[made] = n.info[PARENT]
                        hold(n, net, made)
            if n.heads[0] == n.size[net, 0]:
                return False


@kernel
def add_hidden(g, n, net, candidate, cause):
    """Add as parents the candidates that had to go off before a literal could be on."""
    cell, digit = candidate // 9, candidate % 9
    if cause == NAKED:
        gone = n.masks[cell] & ~n.now_masks[cell]
        for d in range(9):
            if gone >> d & 1:
                n.parent[n.info[PARENT]] = n.at[net, 2 * (9 * cell + d)]
                n.info[PARENT] += 1
    else:
        gone = n.places[cause, digit] & ~n.now_places[cause, digit]
        for place in range(9):
            if gone >> place & 1:
                other = g.houses[cause, place]
                n.parent[n.info[PARENT]] = n.at[net, 2 * (9 * other + digit)]
                n.info[PARENT] += 1


@kernel
def write(n, cells, masks, count, made, first, last):
    """Write the literals that one pattern turns off, in the order of a hash table of cells."""
    for bucket in range(16):
        for i in range(count):
            if cells[i] % 16 == bucket:
                for d in range(9):
                    if masks[i] >> d & 1:
                        n.made[made, 0] = 2 * (9 * cells[i] + d)
                        n.made[made, 1] = first
                        n.made[made, 2] = last
                        made += 1
    return made


@kernel
def patterns(g, n):
    """Write the losses by locked candidates, else hidden pairs, naked pairs, X-Wings; count them.

    Only patterns count that were not there before the chain began.
    """
    cells, gone_masks = n.cells, n.gone_masks
    made = used = 0
    for pair in range(4):
        first = 0 if pair < 2 else 18 if pair == 2 else 9
        second = 18 if pair == 0 else 9 if pair == 1 else 0
        for digit in range(9):
            for i in range(9):
                places = n.now_places[first + i, digit]
                if g.count[places] < 2:
                    continue
                for j in range(9):
                    mask = g.crossing[pair, i, j]
                    if mask == 0 or places & ~mask:
                        continue
                    gone = n.places[first + i, digit] & ~places & ~mask
                    if gone == 0:
                        continue
                    count = 0
                    for place in range(9):
                        cell = g.houses[second + j, place]
                        if n.now_masks[cell] >> digit & 1:
                            inside = False
                            for k in range(3):
                                inside = inside or g.house_of[cell, k] == first + i
                            if not inside:
                                cells[count] = cell
                                gone_masks[count] = 1 << digit
                                count += 1
                    if count:
                        begun = used
                        for place in range(9):
                            if gone >> place & 1:
                                n.spare[used] = 9 * g.houses[first + i, place] + digit
                                used += 1
                        made = write(n, cells, gone_masks, count, made, begun, used)
    if made:
        return made
    for index in range(27):
        house = index if index < 9 else index + 9 if index < 18 else index - 9
        if n.empty[house] <= 4:
            continue
        for i in range(36):
            one, two = g.pairs[i, 0], g.pairs[i, 1]
            common = n.now_places[house, one]
            if common != n.now_places[house, two] or g.count[common] != 2:
                continue
            count = 0
            for place in range(9):
                cell = g.houses[house, place]
                left = n.now_masks[cell] & ~(1 << one | 1 << two)
                if common >> place & 1 and left:
                    cells[count] = cell
                    gone_masks[count] = left
                    count += 1
            if count:
                begun = used
                for place in range(9):
                    if not common >> place & 1:
                        cell = g.houses[house, place]
                        for d in (one, two):
                            if n.masks[cell] >> d & 1:
                                n.spare[used] = 9 * cell + d
                                used += 1
                if used > begun:
                    made = write(n, cells, gone_masks, count, made, begun, used)
    if made:
        return made
    for index in range(27):
        house = index if index < 9 else index + 9 if index < 18 else index - 9
        if n.empty[house] < 4:
            continue
        for i in range(36):
            one, two = g.houses[house, g.pairs[i, 0]], g.houses[house, g.pairs[i, 1]]
            both = n.now_masks[one]
            if both != n.now_masks[two] or g.count[both] != 2:
                continue
            count = 0
            for place in range(9):
                cell = g.houses[house, place]
                if cell not in (one, two) and n.now_masks[cell] & both:
                    cells[count] = cell
                    gone_masks[count] = n.now_masks[cell] & both
                    count += 1
            if count:
                begun = used
                for cell in (one, two):
                    for d in range(9):
                        if (n.masks[cell] & ~both) >> d & 1:
                            n.spare[used] = 9 * cell + d
                            used += 1
                if used > begun:
                    made = write(n, cells, gone_masks, count, made, begun, used)
    if made:
        return made
    for turn in range(2):
        base = 18 if turn == 0 else 9
        cover = 27 - base
        for i in range(36):
            one, two = g.pairs[i, 0], g.pairs[i, 1]
            for digit in range(9):
                places = n.now_places[base + one, digit]
                if places != n.now_places[base + two, digit] or g.count[places] != 2:
                    continue
                if n.digits[digit] > 5:
                    continue
                count = 0
                for line in range(9):
                    if places >> line & 1:
                        for place in range(9):
                            if (
                                place not in (one, two)
                                and n.now_places[cover + line, digit] >> place & 1
                            ):
                                cells[count] = g.houses[cover + line, place]
                                gone_masks[count] = 1 << digit
                                count += 1
                if count:
                    begun = used
                    for line in (one, two):
                        gone = n.places[base + line, digit] & ~places
                        for place in range(9):
                            if gone >> place & 1:
                                n.spare[used] = 9 * g.houses[base + line, place] + digit
                                used += 1
                    if used > begun:
                        made = write(n, cells, gone_masks, count, made, begun, used)
    return made


@kernel
def tenths(length):
    """Return the tenths that a number of literals adds to a rating."""
    added, limit = 0, 4
    while length - 2 > limit:
        limit = limit * 4 // 3 if added % 2 else limit * 3 // 2
        added += 1
    return added


@kernel
def slot_of(n, key):
    """Return the slot of chains to a literal, -1 if they take nothing.

    If a cell has two candidates, turning one on takes the same as turning the other off.
    """
    if key & 1:
        cell = key // 18
        left = n.masks[cell] & ~(1 << key // 2 % 9)
        if left == 0:
            return -1
        if left & (left - 1) == 0:
            return 2 * (9 * cell + lowest(left))
    return key


@kernel
def score(n, base, length, order):
    """Return the score of the chain looked at: less is better, and of equals the first."""
    return (base + tenths(length) << 44) + (length << 28) + (order << 24) + n.info[SERIAL]


@kernel
def limit(n, slot):
    """Return the bound that a score must be below."""
    return n.best[slot] if n.info[EACH] else n.info[SCORE]


@kernel
def take(n, slot, points, target, why, count):
    """Keep a chain, whose last nodes are in `chain`, as the best of its slot."""
    n.best[slot] = points
    n.target[slot] = target
    n.why[slot] = why
    n.count[slot] = count
    for j in range(count):
        n.witness[slot, j] = n.chain[j]
    if points < n.info[SCORE]:
        n.info[SCORE] = points
        n.info[SLOT] = slot


@kernel
def offer(n, base, order, target, why, count):
    """Keep the chain whose last nodes are in `chain` if it is the best."""
    slot = slot_of(n, target)
    if slot < 0:
        return
    n.info[SERIAL] += 1
    n.info[MARK] += 1
    most = limit(n, slot)
    length = 0
    points = most
    for j in range(count):
        length += measure(n, n.chain[j])
        points = score(n, base, length, order)
        if points >= most:
            return
    take(n, slot, points, target, why, count)


@kernel
def reduce(n, nets, count, base, order, why):
    """Offer the literals that all of some nets have in common."""
    for state in range(1, -1, -1):
        for i in range(n.size[nets[0], state]):
            key = n.key[n.order[nets[0], state, i]]
            common = True
            for j in range(1, count):
                common = common and n.at[nets[j], key] != 0
            if common:
                for j in range(count):
                    n.chain[j] = n.at[nets[j], key]
                offer(n, base, order, key, why, count)


@kernel
def absurdity(n, net, base):
    """Offer that a literal does not hold, if it implies a contradiction."""
    if n.absurd[net, 0]:
        n.chain[0], n.chain[1] = n.absurd[net, 0], n.absurd[net, 1]
        offer(n, base, ABSURD, net ^ 1, ASSUMED, 2)


@kernel
def search(g, n, base, multiple, dynamic, nishio, level, cell):
    """Offer the chains that begin in the candidates of a cell and of its houses."""
    count = g.count[n.masks[cell]]
    if count < 2 or (count == 2 and not dynamic):
        return
    in_cell = not nishio
    all_nets, nets = n.all_nets, n.nets
    done = 0
    for digit in range(9):
        if not n.masks[cell] >> digit & 1:
            continue
        candidate = 9 * cell + digit
        on, off = 2 * candidate + 1, 2 * candidate
        if not n.known[on]:
            follow(g, n, on, in_cell, dynamic, level)
        all_nets[done] = on
        done += 1
        if dynamic:
            absurdity(n, on, base)
            if not n.known[off]:
                follow(g, n, off, in_cell, dynamic, level)
            absurdity(n, off, base)
            if count >= 3 and not nishio:
                nets[0], nets[1] = on, off
                reduce(n, nets, 2, base, DOUBLE, ASSUMED)
        if nishio:
            continue
        for kind in range(3):
            house = g.house_of[cell, kind]
            places = n.places[house, digit]
            size = g.count[places]
            if size < 2 or (size > 2 and not multiple) or g.houses[house, lowest(places)] != cell:
                continue
            found = 0
            for place in range(9):
                if places >> place & 1:
                    net = 2 * (9 * g.houses[house, place] + digit) + 1
                    if not n.known[net]:
                        follow(g, n, net, in_cell, dynamic, level)
                    nets[found] = net
                    found += 1
            reduce(n, nets, found, base, HOUSE, house)
    if not nishio and (count == 2 or multiple):
        reduce(n, all_nets, count, base, CELL, NAKED)


@kernel
def cause_of(g, n, key, other):
    """Return why a literal implies another."""
    cell, second, digit = key // 18, other // 18, key // 2 % 9
    if cell == second:
        return NAKED
    for kind in range(3):
        house = g.house_of[cell, kind]
        if house == g.house_of[second, kind]:
            left = n.places[house, digit] & ~(1 << g.place[cell, kind])
            if not other & 1 or not left & (left - 1):
                return house
    return ASSUMED


@kernel
def add_path(g, n, keys, count):
    """Return the last node of a chain whose literals are given, the last one first."""
    node = add(n, keys[count - 1], -1, ASSUMED)
    for i in range(count - 2, -1, -1):
        node = add(n, keys[i], node, cause_of(g, n, keys[i + 1], keys[i]))
    return node


@kernel
def chain(g, n, source, in_cell):
    """Offer the chain by which a literal implies its own contrary."""
    up, wait, ready = n.branch[0], n.branch[1], n.branch[2]
    up[:LITERALS] = -2
    up[source] = -1
    wait[0] = source
    waiting = 1
    on = source & 1 == 1
    base, order = (70, XY) if in_cell else (66, X)
    while waiting:
        made = 0
        for i in range(waiting):
            key = wait[i]
            if on:
                found = turn_off(g, n.masks, n.places, key // 2, in_cell, n.out)
            else:
                found = turn_on(g, n.masks, n.places, key // 2, in_cell, True, n.out, n.out_cause)
            for j in range(found):
                other = n.out[j]
                if other == source ^ 1:
                    slot = slot_of(n, other)
                    if slot < 0:
                        return
                    path = n.branch[3]
                    path[0] = other
                    length = 1
                    while key >= 0:
                        path[length] = key
                        length += 1
                        key = up[key]
                    n.info[SERIAL] += 1
                    points = score(n, base, length, order)
                    if points < limit(n, slot) and has_room(n):
                        n.chain[0] = add_path(g, n, path, length)
                        take(n, slot, points, other, ASSUMED, 1)
                    return
                if up[other] == -2:
                    up[other] = key
                    ready[made] = other
                    made += 1
        wait, ready = ready, wait
        waiting = made
        on = not on


@kernel
def cycle(g, n, source, in_cell, in_houses):
    """Offer the cycles of implications that lead back to a literal."""
    up_off = n.branch[0]  # of a literal that is on, the one that is off and implies it
    up_on = n.branch[1]  # and the one before that
    up_off[:LITERALS] = -2
    up_off[source] = -1
    offs = n.branch[2]
    from_on = n.branch[3]
    wait = n.queue
    wait[0] = source
    waiting, length = 1, 0
    base, order = (70, XY) if in_cell and in_houses else (65, Y if in_cell else X)
    while waiting:
        length += 2
        made = 0
        for i in range(waiting):
            key = wait[i]
            found = turn_off(g, n.masks, n.places, key // 2, in_cell, n.out)
            for j in range(found):
                one = key
                again = False
                while up_off[one] >= 0:
                    again = again or up_off[one] == n.out[j]
                    one = up_on[one]
                if not again:
                    offs[made] = n.out[j]
                    from_on[made] = key
                    made += 1
        waiting = 0
        for i in range(made):
            found = turn_on(
                g, n.masks, n.places, offs[i] // 2, in_cell, in_houses, n.out, n.out_cause
            )
            for j in range(found):
                other = n.out[j]
                if length >= 4 and other == source:
                    close(g, n, up_off, up_on, offs[i], from_on[i], base, order)
                if up_off[other] == -2:
                    up_off[other] = offs[i]
                    up_on[other] = from_on[i]
                    wait[waiting] = other
                    waiting += 1


@kernel
def close(g, n, up_off, up_on, off, on, base, order):
    """Offer a cycle if it takes candidates: they see a literal that is on and one that is off."""
    seen, inside, path = n.seen, n.inside, n.sorted
    seen[:] = 0
    inside[:] = 0
    length = 1
    while True:
        path[length] = off
        path[length + 1] = on
        length += 2
        for state in range(2):
            key = on if state else off
            cell, digit = key // 18, key // 2 % 9
            inside[cell] = 1
            for k in range(20):
                seen[g.peers[cell, k], digit] |= 1 + state
        if up_off[on] < 0:
            break
        off, on = up_off[on], up_on[on]
    path[0] = on
    n.info[SERIAL] += 1
    points = score(n, base, length - 1, order)
    if not n.info[EACH] and points >= n.info[SCORE]:
        return
    cells = last = 0
    for cell in range(81):
        n.gone[cell] = 0
        if not inside[cell]:
            for digit in range(9):
                if seen[cell, digit] == 3 and n.masks[cell] >> digit & 1:
                    n.gone[cell] |= 1 << digit
            if n.gone[cell]:
                cells += 1
                last = cell
    if cells == 0:
        return
    slot = slot_of_gone(n, cells, last)
    if points < limit(n, slot) and has_room(n):
        n.chain[0] = add_path(g, n, path, length)
        node = add(n, path[0] ^ 1, -1, NAKED)  # turned round, each literal to its contrary
        for i in range(1, length):
            cause = cause_of(g, n, path[i], path[i - 1])
            n.cause[node] = cause
            before = node
            node = add(n, path[i] ^ 1, before, ASSUMED)
        n.chain[1] = node
        take(n, slot, points, -1, ASSUMED, 2)


@kernel
def slot_of_gone(n, cells, last):
    """Return the slot of a cycle that takes the candidates in `gone`, in so many cells."""
    if cells == 1:
        gone = n.gone[last]
        left = n.masks[last] & ~gone
        if gone & (gone - 1) == 0:
            return 2 * (9 * last + lowest(gone))
        if left and left & (left - 1) == 0:
            return 2 * (9 * last + lowest(left)) + 1
    for i in range(n.info[CYCLES]):
        same = True
        for cell in range(81):
            same = same and n.takes[i, cell] == n.gone[cell]
        if same:
            return LITERALS + i
    i = n.info[CYCLES]
    if i + 1 == n.takes.shape[0]:
        n.info[FULL] = 1
        return LITERALS + i
    n.info[CYCLES] = i + 1
    n.takes[i, :] = n.gone
    return LITERALS + i


@kernel
def simple(g, n, every):
    """Offer cycles and forcing chains from one candidate: any, or where `find_ends` saw some."""
    for kind in range(3):
        in_cell, in_houses = kind != 0, kind != 1
        for cell in range(81):
            count = g.count[n.masks[cell]]
            if count < 2 or (not in_houses and count > 2):
                continue
            for digit in range(9):
                if n.masks[cell] >> digit & 1:
                    on = 2 * (9 * cell + digit) + 1
                    bit = on % 54
                    if every or n.round[on // 54] >> bit & 1:
                        cycle(g, n, on, in_cell, in_houses)
                    if in_houses:
                        if every or n.ends[on // 54] >> bit - 1 & 1:
                            chain(g, n, on, in_cell)
                        if every or n.ends[on // 54] >> bit & 1:
                            chain(g, n, on - 1, in_cell)


@kernel
def clear(n, each):
    """Forget all nets and chains."""
    for net in range(LITERALS):
        if n.known[net]:
            for state in range(2):
                for i in range(n.size[net, state]):
                    n.at[net, n.key[n.order[net, state, i]]] = 0
    n.known[:] = 0
    n.best[:] = NONE
    n.info[SCORE] = NONE
    n.info[NODE] = 1
    n.info[PARENT] = n.info[SERIAL] = n.info[CYCLES] = 0
    n.info[EACH] = each


@kernel
def nest(g, n, m, net, level, inner):
    """Follow all that a literal implies, with chains nested in it.

    From level 2 on those are simple ones, from 3 on multiple ones too; on level 4 they are dynamic
    ones of the level `inner`, 0 or 1.
    """
    if not begin(n, net):
        return
    while not spread(g, n, net, True, True, 1):
        m.masks[:] = n.now_masks
        m.places[:] = n.now_places
        made = False
        if level < 4 and find_ends(g, n, m):
            clear(m, 1)
            simple(g, m, False)
            made = turn_off_nested(g, n, m, net)
        if level == 3 and not made and find_hits(g, n, m):
            clear(m, 1)
            for cell in range(81):
                if m.hit[cell]:
                    search(g, m, 80, True, False, False, 0, cell)
            made = turn_off_nested(g, n, m, net)
        if level == 4:
            clear(m, 1)
            for cell in range(81):
                search(g, m, 85 + 5 * inner, True, True, False, inner, cell)
            made = turn_off_nested(g, n, m, net)
        n.info[FULL] |= m.info[FULL]
        if not made or not has_room(n):
            return


@kernel
def turn_off_nested(g, n, m, net):
    """Turn off the candidates that chains in `m` take, the best first; return whether any do."""
    count = 0
    for slot in range(m.best.size):
        if m.best[slot] < NONE:
            i = count
            while i and m.best[m.sorted[i - 1]] > m.best[slot]:
                m.sorted[i] = m.sorted[i - 1]
                i -= 1
            m.sorted[i] = slot
            count += 1
    made = False
    for i in range(count):
        slot = m.sorted[i]
        parents, chain = nested_chain(g, n, m, slot)
        if parents == 0:
            continue  # it was there before the literal
        made = True
        if slot >= LITERALS:
            m.gone[:] = m.takes[slot - LITERALS]
        else:
            cell, bit = slot // 18, 1 << slot // 2 % 9
            m.gone[:] = 0
            m.gone[cell] = m.masks[cell] & ~bit if slot & 1 else bit
        for bucket in range(16):
            for cell in range(bucket, 81, 16):
                for digit in range(9):
                    key = 2 * (9 * cell + digit)
                    if m.gone[cell] >> digit & 1 and n.at[net, key] == 0:
                        node = add(n, key, -1, NAKED)
                        n.nested[node] = chain
                        for j in range(parents):
                            n.parent[n.info[PARENT]] = n.at[net, 2 * m.spare[j]]
                            n.info[PARENT] += 1
                        n.last[node] = n.info[PARENT]
                        hold(n, net, node)
    return made


@kernel
def nested_chain(g, n, m, slot):
    """Write to `spare` the candidates that had to go off before a nested chain came to be.

    Returns how many they are, and the chain's number among the nested ones.
    """
    parents = 0
    one, two = 1, 2
    n.stamp[LITERALS] += 1
    mark = n.stamp[LITERALS]
    for j in range(m.count[slot]):
        tail = ancestors(m, m.witness[slot, j])
        one = (one * 31337 + 1459) % 2147483647
        two = (two * 30011 + 1459) % 2147483629
        for i in range(tail):
            node = m.queue[i]
            key = m.key[node]
            one = (one * 31337 + key) % 2147483647
            two = (two * 30011 + key) % 2147483629
            cause = m.cause[node]
            if cause == ASSUMED:
                cause = m.why[slot]
            if not key & 1 or cause == ASSUMED:
                continue
            cell, digit = key // 18, key // 2 % 9
            if cause == NAKED:
                gone = n.masks[cell] & ~n.now_masks[cell]
                for d in range(9):
                    if gone >> d & 1:
                        parents = note_parent(n, m, 9 * cell + d, mark, parents)
            else:
                house = g.house_of[cell, cause // 9]
                gone = n.places[house, digit] & ~n.now_places[house, digit]
                for place in range(9):
                    if gone >> place & 1:
                        other = 9 * g.houses[house, place] + digit
                        parents = note_parent(n, m, other, mark, parents)
    identity = (one << 31) + two + 1
    at = identity % n.identity.size
    while n.identity[at] and n.identity[at] != identity:
        at = (at + 1) % n.identity.size
    if n.identity[at] == 0:
        n.identity[at] = identity
        n.length[at] = m.best[slot] >> 28 & 65535
        n.info[CHAINS] += 1
    return parents, at + 1


@kernel
def note_parent(n, m, candidate, mark, parents):
    """Write a candidate to `spare` unless it is there; return how many are."""
    if n.stamp[2 * candidate] == mark:
        return parents
    n.stamp[2 * candidate] = mark
    m.spare[parents] = candidate
    return parents + 1
