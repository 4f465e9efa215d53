"""Kernels that say quickly whether any simple or multiple chain is nested in a net, and where.

They find which literals follow from each candidate, as sets of bits without the chains themselves.
Only a chain that this shows is looked for. No chain is missed if the board itself has none: chains
in `m`, the candidates left of `n`, then rest on new links.
"""

from gridwise.compiled.kernel import kernel
from gridwise.puzzles.sudoku.engine.kernels.nets import lowest, turn_off, turn_on


@kernel
def find_reach(g, n):
    """Find the literals that each candidate on implies, by links that are on the board already."""
    for candidate in range(729):
        if not n.masks[candidate // 9] >> candidate % 9 & 1:
            continue
        words = n.reach[candidate]
        words[:] = 0
        queue = n.queue
        queue[0] = 2 * candidate + 1
        words[queue[0] // 54] |= 1 << queue[0] % 54
        head, tail = 0, 1
        while head < tail:
            key = queue[head]
            head += 1
            if key & 1:
                found = turn_off(g, n.masks, n.places, key // 2, True, n.out)
            else:
                found = turn_on(g, n.masks, n.places, key // 2, True, True, n.out, n.out_cause)
            for i in range(found):
                other = n.out[i]
                if not words[other // 54] >> other % 54 & 1:
                    words[other // 54] |= 1 << other % 54
                    queue[tail] = other
                    tail += 1


@kernel
def add_link(n, links, one, two):
    """Write that of two candidates one is on if the other is off; return how many links are."""
    n.links[links, 0] = n.links[links + 1, 1] = one
    n.links[links, 1] = n.links[links + 1, 0] = two
    return links + 2


@kernel
def find_links(g, n, m):
    """Write the links in `m` that are not in `n`; return how many there are."""
    links = 0
    for cell in range(81):
        mask = m.masks[cell]
        if g.count[mask] == 2 and mask != n.masks[cell]:
            one = lowest(mask)
            two = lowest(mask & (mask - 1))
            links = add_link(m, links, 9 * cell + one, 9 * cell + two)
    for house in range(27):
        for digit in range(9):
            mask = m.places[house, digit]
            if g.count[mask] == 2 and mask != n.places[house, digit]:
                one = g.houses[house, lowest(mask)]
                two = g.houses[house, lowest(mask & (mask - 1))]
                links = add_link(m, links, 9 * one + digit, 9 * two + digit)
    return links


@kernel
def extend(n, m, links, candidate):
    """Find the literals that a candidate on implies by the new links too."""
    words = m.reach[candidate]
    words[:] = n.reach[candidate]
    used = m.queue
    used[:links] = 0
    again = True
    while again:
        again = False
        for i in range(links):
            off = 2 * m.links[i, 0]
            if not used[i] and words[off // 54] >> off % 54 & 1:
                used[i] = 1
                on = 2 * m.links[i, 1] + 1
                if not words[on // 54] >> on % 54 & 1:
                    again = True
                    more = n.reach[m.links[i, 1]]
                    for word in range(27):
                        words[word] |= more[word]


@kernel
def find_present(g, m):
    """Find the literals that a chain may end in: in cells with two candidates or more."""
    m.present[:] = 0
    for cell in range(81):
        if g.count[m.masks[cell]] > 1:
            for digit in range(9):
                if m.masks[cell] >> digit & 1:
                    m.present[cell // 3] |= 3 << cell % 3 * 18 + 2 * digit


@kernel
def find_ends(g, n, m):
    """Return whether there are chains from one candidate in `m`, and where, if `n` has none.

    Such a chain rests on a new link, both ends of which imply the chain's end. A candidate that a
    cycle takes is the end of a chain too.
    """
    links = find_links(g, n, m)
    if links == 0:
        return False
    find_present(g, m)
    m.ends[:] = 0
    m.round[:] = 0
    for i in range(links):
        extend(n, m, links, m.links[i, 0])
    found = False
    for i in range(links):
        one, two = m.reach[m.links[i, 0]], m.reach[m.links[i, 1]]
        for word in range(27):
            m.ends[word] |= one[word] & two[word] & m.present[word]
            m.round[word] |= (one[word] & 0x15555555555555) << 1 & two[word]
            found = found or m.ends[word] != 0
    return found


@kernel
def find_hits(g, n, m):
    """Return whether there are multiple chains in `m`, and in which cells they begin.

    Chains from one candidate there must not be.
    """
    links = find_links(g, n, m)
    find_present(g, m)
    m.hit[:] = 0
    for candidate in range(729):
        if m.masks[candidate // 9] >> candidate % 9 & 1:
            extend(n, m, links, candidate)
    found = False
    for cell in range(81):
        mask = m.masks[cell]
        if g.count[mask] > 1:
            m.ends[:] = m.present
            for digit in range(9):
                if mask >> digit & 1:
                    for word in range(27):
                        m.ends[word] &= m.reach[9 * cell + digit, word]
            for word in range(27):
                if m.ends[word]:
                    m.hit[cell] = 1
                    found = True
    for house in range(27):
        for digit in range(9):
            mask = m.places[house, digit]
            if g.count[mask] > 1:
                m.ends[:] = m.present
                for place in range(9):
                    if mask >> place & 1:
                        for word in range(27):
                            m.ends[word] &= m.reach[9 * g.houses[house, place] + digit, word]
                for word in range(27):
                    if m.ends[word]:
                        m.hit[g.houses[house, lowest(mask)]] = 1
                        found = True
    return found
