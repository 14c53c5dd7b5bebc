import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { instant } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { endTokens } from '../auth/sealed.ts'
import { findPost, isThere, permalinkOf, remove, reply, rootOf } from '../posts/posts.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'

/** The acts of people in their settings and of the network's staff, for `POST /control/act`. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, deleteLatest } = actsOn(platform.person)
  const kill = (subcode: number) =>
    on((person) => {
      endTokens(person, subcode)
      return { tokens: `190/${subcode}` }
    })
  const webhookActs = createWebhookActs(platform)
  const revoke = kill(458)
  return {
    ...webhookActs,
    // With a URL, the app is notified as well.
    revoke_access: (name, given = {}) => (given.url === undefined ? revoke : webhookActs.deauthorize)(name, given),
    change_password: kill(460),
    restrict: set({ standing: 'restricted' }),
    flag_spam: set({ standing: 'spam' }),
    restore: set({ standing: 'active' }),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    become_tester: set({ isTester: true }),
    fail_next_file: on((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'UNKNOWN'
      return { reason: person.failsNext }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => remove(platform, post),
    ),
  }
}

/** Acts that call the app: Meta's callbacks, and an event of a post. */
function createWebhookActs(platform: Platform) {
  const { personOf, acts } = createCallbacks<Person>(platform.world, 'threads', {
    find: platform.person,
    idOf: ({ id }) => id,
    remove: (person) => endTokens(person, 458),
  })
  const sendLatest: Act = (name, given = {}) =>
    sendWebhook(given, sandboxApp.secret, () => eventOf(platform, personOf(name), given.event))
  return { ...acts, send_webhook: sendLatest, ...createReplyActs(platform, personOf) }
}

/**
 * Acts of other people below a person's posts. `comment` replies to the latest post, or to `to`, as the person `by`. The
 * others change the reply `id`. With a URL, the app is notified by a webhook.
 */
function createReplyActs(platform: Platform, personOf: (name: string) => Person): Readonly<Record<string, Act>> {
  const tell = ({ url }: Readonly<Record<string, unknown>>, post: Post, field: string) =>
    url === undefined
      ? { id: post.id }
      : sendWebhook({ url }, sandboxApp.secret, () => eventOfPost(platform, post, field))
  const replyBy = (id: unknown): Post => {
    const post = typeof id === 'string' ? findPost(platform, id) : null
    if (!post?.draft.replyTo) throw new BadControl('"with.id" must be the ID of a reply.', 'with')
    return post
  }
  const hide =
    (isHidden: boolean): Act =>
    (_name, { id } = {}) => {
      const post = replyBy(id)
      post.isHidden = isHidden
      return { id: post.id }
    }
  const byOther = (name: string, by: unknown) => personOf(typeof by === 'string' ? by : commenterOn(name))
  return {
    comment(name, given = {}) {
      const latest = personOf(name).posts.findLast((post) => isThere(platform, post) && post.draft.replyTo === null)
      const to = typeof given.to === 'string' ? findPost(platform, given.to) : latest
      if (!to || rootOf(to).person.name !== name) throw new BadControl(`"${name}" has no such post.`, 'account')
      const text = typeof given.body === 'string' ? given.body : 'How nice!'
      return tell(given, reply(platform, byOther(name, given.by), to, text), 'replies')
    },
    edit_comment(_name, given = {}) {
      const post = replyBy(given.id)
      const text = typeof given.body === 'string' ? given.body : 'How very nice!'
      Object.assign(post, { draft: { ...post.draft, text } })
      return { id: post.id }
    },
    delete_comment(_name, given = {}) {
      const post = replyBy(given.id)
      remove(platform, post)
      return tell(given, post, 'delete')
    },
    hide_comment: hide(true),
    show_comment: hide(false),
    restrict_commenter(name, { by } = {}) {
      personOf(name).restricted.add(byOther(name, by))
      return undefined
    },
  }
}

const topics: Readonly<Record<string, string>> = {
  replies: 'moderate',
  delete: 'moderate',
  mentions: 'interaction',
  publish: 'interaction',
}

/**
 * Returns the event of a webhook, about the person's latest post. Its form differs from that of other Meta products.
 */
function eventOf(platform: Platform, person: Person, event: unknown): object {
  const field = typeof event === 'string' && Object.hasOwn(topics, event) ? event : 'publish'
  const post = person.posts.at(-1)
  if (!post) throw new BadControl(`"${person.name}" has no post yet.`, 'account')
  return eventOfPost(platform, post, field)
}

const rootShape = ({ id, person }: Post) => ({ id, owner_id: person.id, username: usernameOf(person) })

function eventOfPost(platform: Platform, post: Post, field: string): object {
  const { replyTo, text, type } = post.draft
  const value = {
    id: post.id,
    username: usernameOf(post.person),
    text,
    media_type: type === 'TEXT' ? 'TEXT_POST' : type,
    permalink: permalinkOf(platform, post),
    timestamp: instant(post.atMs),
    shortcode: post.shortcode,
    ...(replyTo === null ? {} : { replied_to: { id: replyTo.id }, root_post: rootShape(rootOf(post)) }),
  }
  return {
    app_id: sandboxApp.id,
    topic: topics[field],
    target_id: replyTo?.id ?? post.id,
    time: Math.floor(platform.world.clock.ms() / 1_000),
    subscription_id: '1',
    has_uid_field: false,
    values: { value, field },
  }
}
