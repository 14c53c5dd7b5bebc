import { createIds, type IdForm } from '../kit/ids.ts'
import { secretsOf } from '../kit/secrets.ts'
import type { World } from '../network.ts'
import type { Code } from '../oauth/codes.ts'
import { createPeople, type People } from '../people/people.ts'

/** The state that every network has. A reset creates a new one. */
export interface PlatformCore<Rules, Person> extends People<Person> {
  readonly world: World
  readonly network: string
  readonly rules: Readonly<Rules>
  /** The network's base URL, without a trailing slash. */
  base(): string
  /** Returns a unique value, for codes and the like. */
  secret(): string
  /** Returns an ID with the time in its upper digits, like a real one. */
  nextId(): string
  readonly codes: Map<string, Code<Person>>
}

export function createPlatformCore<Rules, Person>(
  world: World,
  network: string,
  { rules, ids, person }: { readonly rules: Readonly<Rules>; readonly ids: IdForm; person(name: string): Person },
): PlatformCore<Rules, Person> {
  return {
    world,
    network,
    rules,
    base: () => `${world.url()}/${network}`,
    secret: secretsOf(world, network),
    nextId: createIds(world.clock, ids),
    ...createPeople(person),
    codes: new Map(),
  }
}
