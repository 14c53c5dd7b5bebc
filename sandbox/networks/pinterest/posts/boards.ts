import { ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller } from '../auth/callers.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Board, Privacy } from '../state/records.ts'
import { neededText, objectIn, onlyKnown, paged, pageIn, textIn } from '../wire/input.ts'
import { invalid, no } from '../wire/refusals.ts'

const privacies: readonly Privacy[] = ['PUBLIC', 'PROTECTED', 'SECRET']

export function boardRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/boards', 'getBoards', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read'])
      const wanted = incoming.query.get('privacy') ?? 'ALL'
      if (![...privacies, 'ALL'].some((one) => one === wanted)) return invalid(`'${wanted}' is not one of privacy`)
      const seen = caller.person.boards.filter(
        (board) => maySee(caller, board, 'read') && (wanted === 'ALL' || board.privacy === wanted),
      )
      const { items, bookmark } = paged(seen, pageIn(incoming))
      return ok({ items: items.map(shownBoard), bookmark })
    }),
    route('POST', '/boards', 'createBoard', { ...withToken, accepts: ['json'] }, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:write'])
      const fields = objectIn(incoming)
      onlyKnown(fields, ['name', 'description', 'privacy'])
      const privacy = privacies.find((one) => one === (fields.privacy ?? 'PUBLIC'))
      if (privacy === undefined) return invalid(`'${fields.privacy}' is not one of ['PUBLIC', 'PROTECTED', 'SECRET']`)
      if (privacy === 'SECRET') requireCaller(platform, incoming, ['boards:write_secret'])
      const name = neededText(fields, 'name', 180)
      if (caller.person.boards.some((board) => board.name === name))
        return no(400, 58, 'You already have a board with this name.')
      const description = textIn(fields, 'description', 500) ?? ''
      return { status: 201, body: shownBoard(platform.addBoard(caller.person, { name, description, privacy })) }
    }),
    route('GET', '/boards/:id/sections', 'getBoardSections', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read'])
      const { sections } = boardFor(platform, caller, incoming.params.id ?? '', 'read')
      return ok(paged(sections, pageIn(incoming)))
    }),
  ]
}

/** True if the caller may see the board. A secret board needs a separate scope. */
const maySee = ({ grant }: Caller, { privacy }: Board, to: 'read' | 'write'): boolean =>
  privacy !== 'SECRET' || grant.scopes.includes(`boards:${to}_secret`)

export function boardFor(platform: Platform, caller: Caller, id: string, to: 'read' | 'write'): Board {
  const board = platform.board(id)
  if (!board) return no(404, 40, 'Board not found.')
  if (board.owner !== caller.person)
    return to === 'read' && board.privacy === 'PUBLIC'
      ? board
      : no(403, 7, 'You are not permitted to access that resource.')
  if (!maySee(caller, board, to))
    return no(403, 3, `Not authorized to access board or Pin. Missing: ['boards:${to}_secret'].`)
  return board
}

function shownBoard(board: Board): object {
  const { id, name, description, privacy, owner, createdAt } = board
  const pins = owner.pins.filter((pin) => pin.board === board)
  return {
    id,
    name,
    description,
    privacy,
    pin_count: pins.length,
    follower_count: 0,
    collaborator_count: 0,
    media: { image_cover_url: pins.at(-1)?.media[0]?.url ?? null, pin_thumbnail_urls: [] },
    owner: { username: usernameOf(owner) },
    // UTC, written without a time zone.
    created_at: createdAt.toISOString().slice(0, 19),
  }
}
