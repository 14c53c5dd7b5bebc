import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller } from '../auth/callers.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Board, Privacy } from '../state/records.ts'
import { neededText, objectIn, onlyKnown, paged, pageIn, textIn } from '../wire/input.ts'
import { invalid, no } from '../wire/refusals.ts'

const privacies: readonly Privacy[] = ['PUBLIC', 'PROTECTED', 'SECRET']

export function boardRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/boards',
      call: 'getBoards',
      token: 'access',
      handle(incoming) {
        const caller = requireCaller(platform, incoming, ['boards:read'])
        const wanted = incoming.query.get('privacy') ?? 'ALL'
        if (![...privacies, 'ALL'].some((one) => one === wanted)) return invalid(`'${wanted}' is not one of privacy`)
        const seen = caller.person.boards.filter(
          (board) => maySee(caller, board, 'read') && (wanted === 'ALL' || board.privacy === wanted),
        )
        const { items, bookmark } = paged(seen, pageIn(incoming))
        return { status: 200, body: { items: items.map(shownBoard), bookmark } }
      },
    },
    {
      method: 'POST',
      path: '/boards',
      call: 'createBoard',
      accepts: ['json'],
      token: 'access',
      handle(incoming) {
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
      },
    },
    {
      method: 'GET',
      path: '/boards/:id/sections',
      call: 'getBoardSections',
      token: 'access',
      handle(incoming) {
        const caller = requireCaller(platform, incoming, ['boards:read'])
        const { sections } = boardFor(platform, caller, incoming.params.id ?? '', 'read')
        return { status: 200, body: paged(sections, pageIn(incoming)) }
      },
    },
  ]
}

/** True when the caller may see the board. A secret board needs a separate scope. */
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
