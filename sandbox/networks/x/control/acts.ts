import type { Network } from '../../../core/network.ts'
import { unpublish } from '../posts/publish.ts'
import type { AppTrouble, Platform } from '../state/platform.ts'
import type { Person, Standing } from '../state/records.ts'

/**
 * Actions that people take in their settings and that the network's staff takes, for `POST /control/act`. An action on
 * the app affects every person it acts for, whichever person the request names.
 */
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
  const pay = (premium: boolean) =>
    withPerson((person) => {
      person.premium = premium
      return { premium }
    })
  const trouble = (what: AppTrouble) => () => {
    platform.app.trouble = what
    return { app: what }
  }
  return {
    revoke_access: withPerson((person) => {
      const grants = [...platform.grants.values()].filter((grant) => grant.person === person && !grant.dead)
      for (const grant of grants) grant.dead = true
      person.tookBackEarlier = true
      return { grants: grants.length }
    }),
    suspend: become('suspended'),
    lock: become('locked'),
    restore: become('active'),
    give_premium: pay(true),
    take_premium: pay(false),
    fail_next_file: withPerson((person) => {
      person.failsNextFile = true
      return undefined
    }),
    delete_latest: withPerson((person) => {
      const latest = person.posts.findLast(({ deleted }) => !deleted)
      if (latest) unpublish(platform, latest)
      return { deleted: latest?.id ?? null }
    }),
    run_out_of_credits: trouble('no_credits'),
    cap_usage: trouble('usage_capped'),
    unenroll_app: trouble('not_enrolled'),
    restore_app: trouble('none'),
  }
}
