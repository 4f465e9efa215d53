"""The nets of implications that chains are read from: their records and basic operations."""

from typing import NamedTuple

import numpy as np

from gridwise.compiled.kernel import kernel
from gridwise.compiled.record import record

LITERALS = 1458
NAKED, ASSUMED = -1, -2
DOUBLE, X, Y, XY, CELL, HOUSE, ABSURD = 1, 2, 3, 4, 5, 6, 7
NONE = 1 << 62
"""The score of no chain."""
SCORE, SLOT, NODE, PARENT, SERIAL, EACH, CYCLES, MARK, CHAINS, FULL = range(10)
"""Places in `info`: the best score and its slot; how many nodes and parents are in use; the number
of the chain looked at; whether the best chain of each slot is wanted, not the best of all; how many
cycles have slots; the newest stamp of nested chains, and how many are known; whether room ran out.
"""
SPARE_NODES, SPARE_PARENTS = 4096, 1 << 20
"""The room that following one literal may take."""


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
    members: np.ndarray  # int32 (512, 9): the bits that are set, ascending


@record
class Nets(NamedTuple):
    """The implications of literals."""

    masks: np.ndarray  # int32 (81,): the candidates
    places: np.ndarray  # int32 (27, 9)
    now_masks: np.ndarray  # int32 (81,): the candidates left in a dynamic net
    now_places: np.ndarray  # int32 (27, 9)
    empty: np.ndarray  # int32 (27,)
    digits: np.ndarray  # int32 (9,): how often each digit stands on the board
    known: np.ndarray  # int8 (1458,): whether a literal's implications have been followed
    at: np.ndarray  # int32 (1458, 1458): the node of each literal in a net, 0 for none
    order: np.ndarray  # int32 (1458, 2, 729): the nodes that are off and on, as they were found
    size: np.ndarray  # int32 (1458, 2)
    absurd: np.ndarray  # int32 (1458, 2): two nodes that contradict each other, or 0
    key: np.ndarray  # int32: of each node its literal
    first: np.ndarray  # int32: where its parents begin
    last: np.ndarray  # int32: and end
    parent: np.ndarray  # int32: nodes
    stamp: np.ndarray  # int32 (1459,): the last is the newest stamp
    queue: np.ndarray  # int32 (1458,)
    made: np.ndarray  # int32 (4096, 3): literals that patterns turn off, and their parents' range
    spare: np.ndarray  # int32 (16384,): those parents
    info: np.ndarray  # int64 (16,)
    gone: np.ndarray  # int32 (81,): the candidates that a cycle takes
    branch: np.ndarray  # int32 (4, 65536): work for chains from one candidate
    cause: np.ndarray  # int8: of each node why it is on: NAKED, ASSUMED or a house
    nested: np.ndarray  # int32: of each node the nested chain that turns it off, 0 for none
    identity: (
        np.ndarray
    )  # int64: of each nested chain the key that tells it from others, 0 for a free place
    length: np.ndarray  # int32: and its length
    met: np.ndarray  # int32: and its newest stamp
    best: np.ndarray  # int64 (1714,): the best score of each slot
    target: np.ndarray  # int32 (1714,): the last literal of its chains, -1 for a cycle
    why: np.ndarray  # int32 (1714,): the cause of its first literals
    count: np.ndarray  # int32 (1714,): how many chains it has
    witness: np.ndarray  # int32 (1714, 9): the nodes that end them
    takes: np.ndarray  # int32 (256, 81): the candidates that cycles with slots take
    chain: np.ndarray  # int32 (9,): the last nodes of the chains looked at
    all_nets: np.ndarray  # int32 (9,)
    nets: np.ndarray  # int32 (9,)
    out: np.ndarray  # int32 (40,): literals that one implies
    out_cause: np.ndarray  # int32 (4,)
    heads: np.ndarray  # int32 (2,): how far the literals of a net have been followed
    cells: np.ndarray  # int32 (20,)
    gone_masks: np.ndarray  # int32 (20,)
    seen: np.ndarray  # int8 (81, 9)
    inside: np.ndarray  # int8 (81,)
    sorted: np.ndarray  # int32 (1714,)
    reach: np.ndarray  # int64 (729, 27): the literals that a candidate on implies, 54 a word
    links: np.ndarray  # int32 (2048, 2): a candidate, and one that is on if it is off
    present: np.ndarray  # int64 (27,): the literals that a chain may end in
    ends: np.ndarray  # int64 (27,): the literals that some chain does end in
    round: np.ndarray  # int64 (27,): the literals that are on in a cycle
    hit: np.ndarray  # int8 (81,): the cells that chains begin in


@kernel
def ancestors(n, node):
    """Write the literals that a node rests on, itself first, to `queue`; return how many."""
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
def measure(n, node):
    """Return how many literals a node rests on, including nested chains not met before."""
    tail = length = ancestors(n, node)
    if n.info[CHAINS]:
        for i in range(tail):
            chain = n.nested[n.queue[i]]
            if chain and n.met[chain - 1] != n.info[MARK]:
                n.met[chain - 1] = n.info[MARK]
                length += n.length[chain - 1]
    return length


@kernel
def add(n, key, parent, cause):
    """Return a new node of a literal with one parent, or none if that is -1."""
    node = n.info[NODE]
    n.info[NODE] = node + 1
    n.key[node] = key
    n.cause[node] = cause
    n.nested[node] = 0
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
        mask = masks[cell] & ~(1 << digit)
        for i in range(g.count[mask]):
            out[found] = 2 * (9 * cell + g.members[mask, i])
            found += 1
    for kind in range(3):
        house = g.house_of[cell, kind]
        mask = places[house, digit] & ~(1 << g.place[cell, kind])
        for i in range(g.count[mask]):
            other = g.houses[house, g.members[mask, i]]
            if kind == 0 or g.house_of[other, 0] != g.house_of[cell, 0]:
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
        out[0] = 2 * (9 * cell + g.members[left, 0]) + 1
        cause[0] = NAKED
        found = 1
    if in_houses:
        for kind in range(3):
            house = g.house_of[cell, kind]
            left = places[house, digit] & ~(1 << g.place[cell, kind])
            if left and not left & (left - 1):
                key = 2 * (9 * g.houses[house, g.members[left, 0]] + digit) + 1
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
    """Take a candidate from the candidates left."""
    cell, digit = candidate // 9, candidate % 9
    n.now_masks[cell] &= ~(1 << digit)
    for kind in range(3):
        n.now_places[g.house_of[cell, kind], digit] &= ~(1 << g.place[cell, kind])


@kernel
def begin(n, net):
    """Begin the net of a literal; return whether there is room for it."""
    n.known[net] = 1
    n.size[net, 0] = 0
    n.size[net, 1] = 0
    n.absurd[net, 0] = 0
    for cell in range(81):
        n.now_masks[cell] = n.masks[cell]
    for house in range(27):
        for digit in range(9):
            n.now_places[house, digit] = n.places[house, digit]
    n.heads[:] = 0
    if has_room(n):
        hold(n, net, add(n, net, -1, ASSUMED))
        return True
    return False


@kernel
def has_room(n):
    """Return whether one more literal can be followed; note it if not."""
    if (
        n.info[NODE] + SPARE_NODES > n.key.size
        or n.info[PARENT] + SPARE_PARENTS > n.parent.size
        or 2 * n.info[CHAINS] > n.identity.size
    ):
        n.info[FULL] = 1
    return n.info[FULL] == 0
