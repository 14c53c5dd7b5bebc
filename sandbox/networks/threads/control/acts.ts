import type { Act } from '../../../core/network.ts'
import { endTokens } from '../auth/sealed.ts'
import { remove } from '../posts/posts.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'
import { tellActs } from './tell.ts'

/** Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. */
export function actsOf(platform: Platform): Readonly<Record<string, Act>> {
  const withPerson =
    (act: (person: Person, given: Readonly<Record<string, unknown>>) => object | undefined): Act =>
    (name, given = {}) => {
      const person = platform.person(name)
      return person ? act(person, given) : undefined
    }
  const set = (change: Partial<Pick<Person, 'standing' | 'isPrivate' | 'isTester'>>) =>
    withPerson((person) => Object.assign(person, change) && change)
  const kill = (subcode: number) =>
    withPerson((person) => {
      endTokens(person, subcode)
      return { tokens: `190/${subcode}` }
    })
  const told = tellActs(platform)
  const revoke = kill(458)
  return {
    ...told,
    // With a URL, the app is notified as well.
    revoke_access: (name, given = {}) => (given.url === undefined ? revoke : told.deauthorize)(name, given),
    change_password: kill(460),
    restrict: set({ standing: 'restricted' }),
    flag_spam: set({ standing: 'spam' }),
    restore: set({ standing: 'active' }),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    become_tester: set({ isTester: true }),
    fail_next_file: withPerson((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'UNKNOWN'
      return { reason: person.failsNext }
    }),
    delete_latest: withPerson((person) => {
      const latest = person.posts.findLast(({ deleted }) => !deleted)
      if (latest) remove(platform, latest)
      return { deleted: latest?.id ?? null }
    }),
  }
}
