import { secretsOf } from '../../../core/kit/secrets.ts'
import type { World } from '../../../core/network.ts'
import { isAccountName } from '../../../core/people/accounts.ts'
import type { Rules } from '../rules.ts'
import type { Board, Code, Grant, Person, Pin, Privacy, Token, Video } from './records.ts'

/** The whole state of the network. A reset creates a new one. */
export interface Platform {
  readonly world: World
  readonly rules: Readonly<Rules>
  /** The network's base URL, without a trailing slash. */
  base(): string
  nextId(): string
  /** Returns a value that is new each time, for codes and the like. */
  secret(): string
  /** The id of this run. A grant with another run's id is from an earlier run. */
  readonly run: string
  readonly people: ReadonlyMap<string, Person>
  /**
   * Returns the person with that name, or null when no person can have it. A numbered person is created on first use.
   */
  person(name: string): Person | null
  board(id: string): Board | null
  addBoard(owner: Person, of: Pick<Board, 'name' | 'description' | 'privacy'>): Board
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  readonly pins: Map<string, Pin>
  readonly videos: Map<string, Video>
}

export function createPlatform(world: World, rules: Readonly<Rules>): Platform {
  const secret = secretsOf(world, 'pinterest')
  const people = new Map<string, Person>()
  const boards = new Map<string, Board>()
  let lastMs = 0n
  const nextId = () => {
    const ms = BigInt(Math.floor(world.clock.ms())) * 1_000n
    lastMs = ms > lastMs ? ms : lastMs + 1n
    return String(firstPinId + lastMs)
  }
  const keep = (board: Board): Board => {
    board.owner.boards.push(board)
    boards.set(board.id, board)
    return board
  }
  const person = (name: string): Person | null => {
    const known = people.get(name)
    if (known || !isAccountName(name)) return known ?? null
    const number = numberOf(name)
    const made: Person = {
      name,
      id: String(firstPersonId + BigInt(number)),
      createdAt: new Date(Date.UTC(2024, 0, 1)),
      isBusiness: name !== 'bob',
      standing: 'active',
      tookBackEarlier: false,
      failsNextVideo: false,
      boards: [],
      pins: [],
      made: 0,
    }
    people.set(name, made)
    // The board's id is the same after each start, so that the boards of scheduled posts still exist.
    for (const [at, [title, privacy]] of firstBoards.entries())
      keep({
        id: String(firstBoardId + BigInt(number * 10 + at)),
        owner: made,
        name: title,
        description: '',
        privacy,
        createdAt: made.createdAt,
        readyAtMs: 0,
      })
    return made
  }
  return {
    world,
    rules,
    base: () => `${world.url()}/pinterest`,
    nextId,
    secret,
    run: secret().slice(0, 10),
    people,
    person,
    board: (id) => boards.get(id) ?? (person(ownerOf(id) ?? '') && (boards.get(id) ?? null)),
    addBoard: (owner, of) =>
      keep({
        ...of,
        id: nextId(),
        owner,
        createdAt: world.clock.now(),
        readyAtMs: world.clock.ms() + rules.boardReadyMs,
      }),
    codes: new Map(),
    grants: new Map(),
    tokens: new Map(),
    pins: new Map(),
    videos: new Map(),
  }
}

const firstBoards: readonly (readonly [string, Privacy])[] = [
  ['Recipes', 'PUBLIC'],
  ['Places', 'PUBLIC'],
  ['Later', 'SECRET'],
]

const firstPersonId = 800_000_000_000_000_000n
const firstBoardId = 700_000_000_000_000_000n
const firstPinId = 900_000_000_000_000_000n
const persons = ['alice', 'bob', 'carla']

function numberOf(name: string): number {
  const person = persons.indexOf(name)
  return person >= 0 ? person + 1 : 1_000 + Number(name.slice('user-'.length))
}

function ownerOf(boardId: string): string | null {
  if (!/^70{11}\d{6}$/.test(boardId)) return null
  const number = Math.floor(Number(boardId.slice(-6)) / 10)
  return persons[number - 1] ?? `user-${number - 1_000}`
}

/** Returns a person's username. Usernames on this network have no hyphens. */
export const usernameOf = ({ name }: Pick<Person, 'name'>): string => name.replace('-', '_')
