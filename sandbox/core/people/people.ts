import { isAccountName, nameNumbered, numberOf } from './accounts.ts'

export interface People<Person> {
  readonly people: ReadonlyMap<string, Person>
  /** Returns the person with this name, or null if the name is invalid. A numbered person is created on first use. */
  person(name: string): Person | null
}

export function createPeople<Person>(create: (name: string) => Person): People<Person> {
  const people = new Map<string, Person>()
  return {
    people,
    person(name) {
      const known = people.get(name)
      if (known || !isAccountName(name)) return known ?? null
      const person = create(name)
      people.set(name, person)
      return person
    },
  }
}

/** The IDs of a network's people. They are the same after each start, so that a connected account stays valid. */
interface PersonIds {
  of(name: string): string
  /** Returns null for an invalid ID. */
  nameIn(id: string): string | null
}

/** Numbers people from `first` on, `step` apart. */
export function personIds(first: bigint, step = 1n): PersonIds {
  const of = (name: string) => String(first + BigInt(numberOf(name)) * step)
  return {
    of,
    nameIn(id) {
      if (!/^[0-9]{1,30}$/.test(id)) return null
      const name = nameNumbered(Number((BigInt(id) - first) / step))
      return isAccountName(name) && of(name) === id ? name : null
    },
  }
}
