"""Kernels that look for the shortest chain of a kind, for the Sudoku Explainer rating.

They do what `rating.chains` does, in the same order, without nested chains. A literal is a number:
2 * candidate, and one more where the candidate (9 * cell + digit) is on. The implications of each
literal are a table of their own in `Nets`; its literals are nodes that name their parents.
"""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record

LITERALS = 1458
NAKED = -1
DOUBLE, X, Y, XY, CELL, HOUSE, ABSURD = 1, 2, 3, 4, 5, 6, 7
SCORE, TARGET, NODE, PARENT = range(4)
"""Places in `info`: the score and the target of the best chain (-1 a cycle, -2 none), and how many
nodes and parents are in use."""


@record
class ChainHouses(NamedTuple):
    """The board's houses."""

    houses: np.ndarray  # int32 (27, 9): the cells of each house
    house_of: np.ndarray  # int32 (81, 3)
    place: np.ndarray  # int32 (81, 3): the place of a cell in each of its houses
    peers: np.ndarray  # int32 (81, 20)
    crossing: (
        np.ndarray
    )  # int32 (4, 9, 9): the places that a house shares with one of the next kind
    count: np.ndarray  # int32 (512,): how many bits are set
    pairs: np.ndarray  # int32 (36, 2)


@record
class Nets(NamedTuple):
    """The implications of literals."""

    masks: np.ndarray  # int32 (81,): the candidates
    places: np.ndarray  # int32 (27, 9)
    now_masks: np.ndarray  # int32 (81,): those that are left in a dynamic net
    now_places: np.ndarray  # int32 (27, 9)
    empty: np.ndarray  # int32 (27,)
    digits: np.ndarray  # int32 (9,): how often each digit stands on the board
    known: np.ndarray  # int8 (1458,): whether a literal's implications have been followed
    at: np.ndarray  # int32 (1458, 1458): the node of each literal in a net, -1 for none
    order: np.ndarray  # int32 (1458, 2, 729): the nodes that are off and on, as they were found
    size: np.ndarray  # int32 (1458, 2)
    absurd: np.ndarray  # int32 (1458, 2): two nodes that contradict each other, or -1
    key: np.ndarray  # int32: of each node its literal
    first: np.ndarray  # int32: where its parents begin
    last: np.ndarray  # int32: and end
    parent: np.ndarray  # int32: nodes
    stamp: np.ndarray  # int32 (1459,): the last is the newest stamp
    queue: np.ndarray  # int32 (1458,)
    made: np.ndarray  # int32 (4096, 3): literals that patterns turn off, and their parents' range
    spare: np.ndarray  # int32 (16384,): those parents
    info: np.ndarray  # int64 (8,)
    gone: np.ndarray  # int32 (81,): what the best cycle takes
    branch: np.ndarray  # int32 (4, 65536): work for chains from one candidate


@kernel
def ancestors(n, node):
    """Return how many literals a node rests on, itself among them."""
    n.stamp[LITERALS] += 1
    mark = n.stamp[LITERALS]
    n.queue[0] = node
    n.stamp[n.key[node]] = mark
    head, tail = 0, 1
    while head < tail:
        one = n.queue[head]
        head += 1
        for i in range(n.first[one], n.last[one]):
            up = n.parent[i]
            if n.stamp[n.key[up]] != mark:
                n.stamp[n.key[up]] = mark
                n.queue[tail] = up
                tail += 1
    return tail


@kernel
def add(n, key, parent):
    """Return a new node of a literal with one parent, or none where that is -1."""
    node = n.info[NODE]
    n.info[NODE] = node + 1
    n.key[node] = key
    n.first[node] = n.info[PARENT]
    if parent >= 0:
        n.parent[n.info[PARENT]] = parent
        n.info[PARENT] += 1
    n.last[node] = n.info[PARENT]
    return node


@kernel
def hold(n, net, node):
    """Enter a node into a net."""
    key = n.key[node]
    state = key & 1
    n.at[net, key] = node
    n.order[net, state, n.size[net, state]] = node
    n.size[net, state] += 1


@kernel
def turn_off(g, masks, places, candidate, in_cell, out):
    """Write the literals that are off when a candidate is on; return how many they are."""
    cell, digit = candidate // 9, candidate % 9
    found = 0
    if in_cell:
        for d in range(9):
            if d != digit and masks[cell] >> d & 1:
                out[found] = 2 * (9 * cell + d)
                found += 1
    for kind in range(3):
        house = g.house_of[cell, kind]
        mask = places[house, digit]
        for place in range(9):
            if mask >> place & 1:
                other = g.houses[house, place]
                if other != cell and (kind == 0 or g.house_of[other, 0] != g.house_of[cell, 0]):
                    out[found] = 2 * (9 * other + digit)
                    found += 1
    return found


@kernel
def lowest(mask):
    """Return the place of the lowest bit."""
    place = 0
    while not mask >> place & 1:
        place += 1
    return place


@kernel
def turn_on(g, masks, places, candidate, in_cell, in_houses, out, cause):
    """Write the literals that are on when a candidate is off, and why; return how many."""
    cell, digit = candidate // 9, candidate % 9
    found = 0
    if in_cell and g.count[masks[cell]] == 2:
        left = masks[cell] & ~(1 << digit)
        out[0] = 2 * (9 * cell + lowest(left)) + 1
        cause[0] = NAKED
        found = 1
    if in_houses:
        for kind in range(3):
            house = g.house_of[cell, kind]
            left = places[house, digit] & ~(1 << g.place[cell, kind])
            if left and not left & (left - 1):
                key = 2 * (9 * g.houses[house, lowest(left)] + digit) + 1
                again = False
                for i in range(found):
                    again = again or out[i] == key
                if not again:
                    out[found] = key
                    cause[found] = house
                    found += 1
    return found


@kernel
def remove(g, n, candidate):
    """Take a candidate from what is left."""
    cell, digit = candidate // 9, candidate % 9
    n.now_masks[cell] &= ~(1 << digit)
    for kind in range(3):
        n.now_places[g.house_of[cell, kind], digit] &= ~(1 << g.place[cell, kind])


@kernel
def follow(g, n, net, in_cell, dynamic, level):
    """Follow all that a literal implies, until two literals contradict each other."""
    n.known[net] = 1
    n.at[net, :] = -1
    n.size[net, 0] = 0
    n.size[net, 1] = 0
    n.absurd[net, 0] = -1
    n.now_masks[:] = n.masks
    n.now_places[:] = n.places
    out = np.empty(40, np.int32)
    cause = np.empty(4, np.int32)
    hold(n, net, add(n, net, -1))
    heads = np.zeros(2, np.int64)
    while True:
        if heads[1] < n.size[net, 1]:
            node = n.order[net, 1, heads[1]]
            heads[1] += 1
            found = turn_off(g, n.now_masks, n.now_places, n.key[node] // 2, in_cell, out)
            for i in range(found):
                key = out[i]
                if n.at[net, key + 1] >= 0:
                    n.absurd[net, 0] = n.at[net, key + 1]
                    n.absurd[net, 1] = add(n, key, node)
                    return
                if n.at[net, key] < 0:
                    hold(n, net, add(n, key, node))
        elif heads[0] < n.size[net, 0]:
            node = n.order[net, 0, heads[0]]
            heads[0] += 1
            candidate = n.key[node] // 2
            found = turn_on(g, n.now_masks, n.now_places, candidate, in_cell, True, out, cause)
            begun = n.info[NODE]
            for i in range(found):
                made = add(n, out[i], node)
                if dynamic:
                    add_hidden(g, n, net, out[i] // 2, cause[i])
                    n.last[made] = n.info[PARENT]
            if dynamic:
                remove(g, n, candidate)
            for made in range(begun, begun + found):
                key = n.key[made]
                if n.at[net, key - 1] >= 0:
                    n.absurd[net, 0] = made
                    n.absurd[net, 1] = n.at[net, key - 1]
                    return
                if n.at[net, key] < 0:
                    hold(n, net, made)
        else:
            if level == 1:
                for i in range(patterns(g, n)):
                    key = n.made[i, 0]
                    if n.at[net, key] < 0:
                        made = add(n, key, -1)
                        for j in range(n.made[i, 1], n.made[i, 2]):
                            n.parent[n.info[PARENT]] = n.at[net, 2 * n.spare[j]]
                            n.info[PARENT] += 1
                        n.last[made] = n.info[PARENT]
                        hold(n, net, made)
            if heads[0] == n.size[net, 0]:
                return


@kernel
def add_hidden(g, n, net, candidate, cause):
    """Add as parents what went off before, and without which a literal would not be on."""
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
    """Write what locked candidates take, else hidden pairs, naked pairs, X-Wings; return how much.

    Only patterns count that were not there before the chain began.
    """
    cells = np.empty(20, np.int32)
    gone_masks = np.empty(20, np.int32)
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
    """Return what a number of literals adds to a rating."""
    added, limit = 0, 4
    while length - 2 > limit:
        limit = limit * 4 // 3 if added % 2 else limit * 3 // 2
        added += 1
    return added


@kernel
def offer(n, base, length, order, target):
    """Keep a chain if it is better than the best so far; return whether it is."""
    cell = target // 18
    if target >= 0 and target & 1 and n.masks[cell] == 1 << target // 2 % 9:
        return False
    score = (base + tenths(length) << 24) + (length << 4) + order
    if score < n.info[SCORE]:
        n.info[SCORE] = score
        n.info[TARGET] = target
        return True
    return False


@kernel
def reduce(n, nets, count, base, order):
    """Offer what all of some nets have in common."""
    for state in range(1, -1, -1):
        for i in range(n.size[nets[0], state]):
            key = n.key[n.order[nets[0], state, i]]
            common = True
            for j in range(1, count):
                common = common and n.at[nets[j], key] >= 0
            if common:
                length = 0
                for j in range(count):
                    length += ancestors(n, n.at[nets[j], key])
                offer(n, base, length, order, key)


@kernel
def search(g, n, base, multiple, dynamic, nishio, level, cell):
    """Offer the chains that begin in the candidates of a cell and of its houses."""
    count = g.count[n.masks[cell]]
    if count < 2 or (count == 2 and not dynamic):
        return
    in_cell = not nishio
    all_nets = np.empty(9, np.int64)
    nets = np.empty(9, np.int64)
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
            if n.absurd[on, 0] >= 0:
                length = ancestors(n, n.absurd[on, 0]) + ancestors(n, n.absurd[on, 1])
                offer(n, base, length, ABSURD, off)
            follow(g, n, off, in_cell, dynamic, level)
            if n.absurd[off, 0] >= 0:
                length = ancestors(n, n.absurd[off, 0]) + ancestors(n, n.absurd[off, 1])
                offer(n, base, length, ABSURD, on)
            if count >= 3 and not nishio:
                nets[0], nets[1] = on, off
                reduce(n, nets, 2, base, DOUBLE)
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
            reduce(n, nets, found, base, HOUSE)
    if not nishio and (count == 2 or multiple):
        reduce(n, all_nets, count, base, CELL)


@kernel
def trace(n, up, key, parent):
    """Return how many literals a chain has: a literal, its parent, and so on up."""
    n.stamp[LITERALS] += 1
    mark = n.stamp[LITERALS]
    n.stamp[key] = mark
    length = 1
    while parent >= 0:
        if n.stamp[parent] != mark:
            n.stamp[parent] = mark
            length += 1
        parent = up[parent]
    return length


@kernel
def chain(g, n, source, in_cell):
    """Offer the chain by which a literal implies its own contrary."""
    up = n.branch[0]
    up[:LITERALS] = -2
    up[source] = -1
    out = np.empty(40, np.int32)
    cause = np.empty(4, np.int32)
    wait = n.branch[1]
    ready = n.branch[2]
    wait[0] = source
    waiting = 1
    on = source & 1 == 1
    base, order = (70, XY) if in_cell else (66, X)
    while waiting:
        made = 0
        for i in range(waiting):
            key = wait[i]
            if on:
                found = turn_off(g, n.masks, n.places, key // 2, in_cell, out)
            else:
                found = turn_on(g, n.masks, n.places, key // 2, in_cell, True, out, cause)
            for j in range(found):
                other = out[j]
                if other == source ^ 1:
                    offer(n, base, trace(n, up, other, key), order, other)
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
    out = np.empty(40, np.int32)
    cause = np.empty(4, np.int32)
    wait = np.empty(729, np.int32)
    wait[0] = source
    waiting, length = 1, 0
    base, order = (70, XY) if in_cell and in_houses else (65, Y if in_cell else X)
    while waiting:
        length += 2
        made = 0
        for i in range(waiting):
            key = wait[i]
            found = turn_off(g, n.masks, n.places, key // 2, in_cell, out)
            for j in range(found):
                one = key
                again = False
                while up_off[one] >= 0:
                    again = again or up_off[one] == out[j]
                    one = up_on[one]
                if not again:
                    offs[made] = out[j]
                    from_on[made] = key
                    made += 1
        waiting = 0
        for i in range(made):
            found = turn_on(g, n.masks, n.places, offs[i] // 2, in_cell, in_houses, out, cause)
            for j in range(found):
                other = out[j]
                if length >= 4 and other == source:
                    close(g, n, up_off, up_on, offs[i], from_on[i], base, order)
                if up_off[other] == -2:
                    up_off[other] = offs[i]
                    up_on[other] = from_on[i]
                    wait[waiting] = other
                    waiting += 1


@kernel
def close(g, n, up_off, up_on, off, on, base, order):
    """Offer a cycle if it takes anything: what sees a literal that is on and one that is off."""
    seen = np.zeros((81, 9), np.int8)
    inside = np.zeros(81, np.int8)
    n.stamp[LITERALS] += 1
    mark = n.stamp[LITERALS]
    length = 0
    while True:
        for state in range(2):
            key = on if state else off
            if n.stamp[key] != mark:
                n.stamp[key] = mark
                length += 1
            cell, digit = key // 18, key // 2 % 9
            inside[cell] = 1
            for k in range(20):
                seen[g.peers[cell, k], digit] |= 1 + state
        if up_off[on] < 0:
            break
        off, on = up_off[on], up_on[on]
    score = (base + tenths(length) << 24) + (length << 4) + order
    if score >= n.info[SCORE]:
        return
    takes = False
    for cell in range(81):
        if not inside[cell]:
            for digit in range(9):
                takes = takes or (seen[cell, digit] == 3 and n.masks[cell] >> digit & 1)
    if takes and offer(n, base, length, order, -1):
        for cell in range(81):
            n.gone[cell] = 0
            if not inside[cell]:
                for digit in range(9):
                    if seen[cell, digit] == 3 and n.masks[cell] >> digit & 1:
                        n.gone[cell] |= 1 << digit


@kernel
def simple(g, n):
    """Offer cycles and forcing chains from one candidate."""
    for kind in range(3):
        in_cell, in_houses = kind != 0, kind != 1
        for cell in range(81):
            count = g.count[n.masks[cell]]
            if count < 2 or (not in_houses and count > 2):
                continue
            for digit in range(9):
                if n.masks[cell] >> digit & 1:
                    on = 2 * (9 * cell + digit) + 1
                    cycle(g, n, on, in_cell, in_houses)
                    if in_houses:
                        chain(g, n, on, in_cell)
                        chain(g, n, on - 1, in_cell)
