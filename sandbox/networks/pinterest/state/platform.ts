import type { World } from '../../../core/network.ts'
import { createTokens, type Tokens } from '../../../core/oauth/tokens.ts'
import { personIds } from '../../../core/people/people.ts'
import { createPlatformCore, type PlatformCore } from '../../../core/state/platform.ts'
import type { Rules } from '../rules.ts'
import type { Board, Person, Pin, Privacy, Video } from './records.ts'

/** All state of the network. A reset creates a new one. */
export interface Platform extends PlatformCore<Rules, Person> {
  readonly tokens: Tokens<Person>
  board(id: string): Board | null
  addBoard(owner: Person, of: Pick<Board, 'name' | 'description' | 'privacy'>): Board
  readonly pins: Map<string, Pin>
  readonly videos: Map<string, Video>
}

const personNumbers = personIds(800_000_000_000_000_000n)
/** The IDs of people's first boards, the same after each start, so that the boards of scheduled posts still exist. */
const boardNumbers = personIds(700_000_000_000_000_000n, 10n)
const pinIds = { perTick: 1_000n, first: 900_000_000_000_000_000n }

const firstBoards: readonly (readonly [string, Privacy])[] = [
  ['Recipes', 'PUBLIC'],
  ['Places', 'PUBLIC'],
  ['Later', 'SECRET'],
]

/** The sections of the first board. */
const firstSections = ['Bread', 'Soups']

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const boards = new Map<string, Board>()
  const keep = (board: Board): Board => {
    board.owner.boards.push(board)
    boards.set(board.id, board)
    return board
  }
  const core = createPlatformCore(world, 'pinterest', { rules, ids: pinIds, person: newPerson })
  return {
    ...core,
    tokens: createTokens(core, { prefixes: { access: 'pina_', refresh: 'pinr_' } }),
    board(id) {
      const owner = boardNumbers.nameIn(`${id.slice(0, -1)}0`)
      if (!boards.has(id) && owner !== null) core.person(owner)
      return boards.get(id) ?? null
    },
    addBoard: (owner, of) =>
      keep({
        ...of,
        id: core.nextId(),
        owner,
        sections: [],
        createdAt: world.clock.now(),
        readyAtMs: world.clock.ms() + rules.boardReadyMs,
      }),
    pins: new Map(),
    videos: new Map(),
  }

  function newPerson(name: string): Person {
    const person: Person = {
      name,
      id: personNumbers.of(name),
      createdAt: new Date(Date.UTC(2024, 0, 1)),
      isBusiness: name !== 'bob',
      standing: 'active',
      failsNextVideo: false,
      boards: [],
      pins: [],
      made: 0,
    }
    for (const [at, [title, privacy]] of firstBoards.entries())
      keep({
        id: String(BigInt(boardNumbers.of(name)) + BigInt(at)),
        owner: person,
        name: title,
        description: '',
        privacy,
        sections:
          at === 0 ? firstSections.map((name, no) => ({ id: `${boardNumbers.of(person.name)}${no}`, name })) : [],
        createdAt: person.createdAt,
        readyAtMs: 0,
      })
    return person
  }
}

/** Returns a person's username. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Pick<Person, 'name'>): string => name.replace('-', '_')
