import type { Network } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Standing } from '../state/records.ts'

/** Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. */
export function actsOf(platform: Platform): Network['acts'] {
  const withPerson = (act: (person: Person) => object | undefined) => (name: string) => {
    const person = platform.person(name)
    return person ? act(person) : undefined
  }
  const become = (standing: Standing) =>
    withPerson((person) => {
      person.standing = standing
      return { standing }
    })
  const endGrants = withPerson((person) => {
    const grants = [...platform.grants.values()].filter((grant) => grant.person === person && !grant.dead)
    for (const grant of grants) grant.dead = true
    person.tookBackEarlier = true
    return { grants: grants.length }
  })
  return {
    revoke_access: endGrants,
    /** A change of the password or of the name; both end all tokens. */
    change_password: endGrants,
    disapprove: become('disapproved'),
    review: become('in_review'),
    restore: become('active'),
    fail_next_file: withPerson((person) => {
      person.failsNextVideo = true
      return undefined
    }),
    delete_latest: withPerson((person) => {
      const latest = person.pins.at(-1)
      if (latest) unpublish(platform, latest)
      return { deleted: latest?.id ?? null }
    }),
  }
}
