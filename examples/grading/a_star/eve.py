"""Eve: as Dan, but with a fault: her distance counts the blank as if it were a tile."""

from heapq import heappop, heappush


def solve(board):
    heap = [(distance(board), 0, 0, board, [])]
    cost, closed = {board: 0}, set()
    expanded, generated, order = 0, 1, []
    while heap:
        _, minus_g, _, now, moves = heappop(heap)  # least f, then greater g, then the latest
        if -minus_g > cost[now]:
            continue
        if now.is_solved:
            return {"moves": moves, "expanded": expanded, "generated": generated, "order": order}
        closed.add(now)
        expanded += 1
        order.append(now)
        for move in now.legal_moves():
            after, g = now.play(move), 1 - minus_g
            if g < cost.get(after, g + 1):
                cost[after] = g
                closed.discard(after)
                heappush(heap, (g + distance(after), -g, -generated, after, [*moves, move]))
                generated += 1
    return None


def distance(board):
    rows = board.to_list()
    width = len(rows[0])
    return sum(
        abs(tile // width - y) + abs(tile % width - x)
        for y, row in enumerate(rows)
        for x, tile in enumerate(row)
    )
