import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Network } from '../../../core/network.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { usernameOf } from '../people/users.ts'
import { publish, unpublish } from '../posts/publish.ts'
import type { AppTrouble, Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

/**
 * The acts of people in their settings and of the network's staff, for `POST /control/act`. An act on the app affects
 * everyone it acts for, whichever person the request names.
 */
export function createActs(platform: Platform): Network['acts'] {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const trouble = (what: AppTrouble) => () => {
    platform.app.trouble = what
    return { app: what }
  }
  return {
    revoke_access: on((person) => ({ grants: platform.tokens.endAll(person).length })),
    suspend: set({ standing: 'suspended' }),
    lock: set({ standing: 'locked' }),
    restore: set({ standing: 'active' }),
    give_premium: set({ premium: true }),
    take_premium: set({ premium: false }),
    fail_next_file: setQuietly({ failsNextFile: true }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => unpublish(platform, post),
    ),
    comment: on((person, { body }) => ({ id: mention(platform, person, body, latestOf(person)).id })),
    mention: on((person, { body }) => ({ id: mention(platform, person, body, null).id })),
    delete_comment: on((_person, { id }) => {
      const post = platform.posts.get(String(id))
      if (!post) throw new BadControl('No such post.', 'with')
      unpublish(platform, post)
      return { id: post.id }
    }),
    /** Says whether the author of a conversation hid a reply. The API does not show it. */
    is_hidden: on((_person, { id }) => ({ id: platform.posts.get(String(id))?.hidden ? 'yes' : 'no' })),
    run_out_of_credits: trouble('no_credits'),
    cap_usage: trouble('usage_capped'),
    unenroll_app: trouble('not_enrolled'),
    restore_app: trouble('none'),
  }
}

function latestOf({ name, posts }: Person): Post {
  const latest = posts.findLast(({ deleted }) => !deleted)
  if (!latest) throw new BadControl(`"${name}" has no post yet.`, 'account')
  return latest
}

/** Another person writes to the account, under a post of it or elsewhere. In X's own app, a reply begins with the handle. */
function mention(platform: Platform, person: Person, text: unknown, replyTo: Post | null): Post {
  const author = platform.person(commenterOn(person.name))
  if (!author) throw new BadControl('The other person does not exist.', 'account')
  return publish(platform, author, {
    text: `@${usernameOf(person)} ${typeof text === 'string' ? text : 'How nice!'}`,
    media: [],
    replyTo,
    poll: null,
    replySettings: null,
  })
}
