import { createHmac } from 'node:crypto'
import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import { isOwn } from '../../../core/http/fetch-own.ts'
import { int64 } from '../../../core/kit/int64.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { takeBack } from '../auth/grants.ts'
import { isPublic, publish, unpublish } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { Job, Person } from '../state/records.ts'

/**
 * The acts of people in their settings and of the network's staff, for `POST /control/act`. An act on the app affects
 * everyone it acts for, whichever person the request names.
 */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, setQuietly, deleteLatest } = actsOn(platform.person)
  const capUsers = (userCapReached: boolean) => () => {
    platform.app.userCapReached = userCapReached
    return { userCapReached }
  }
  return {
    ...createWebhookActs(platform),
    revoke_access: on((person) => ({ grants: takeBack(platform, person) })),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    suspect: set({ suspicion: 'spam_risk' }),
    suspect_text: set({ suspicion: 'spam_risk_text' }),
    stop_posts: set({ suspicion: 'spam_risk_too_many_posts' }),
    stop_drafts: set({ suspicion: 'spam_risk_too_many_pending_share' }),
    ban_from_posting: set({ suspicion: 'spam_risk_user_banned_from_posting' }),
    restore: set({ suspicion: 'none' }),
    cap_users: capUsers(true),
    uncap_users: capUsers(false),
    turn_off_interactions: setQuietly({ commentsOff: true, duetsOff: true, stitchesOff: true }),
    fail_next: on((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'internal'
      return { reason: person.failsNext }
    }),
    finish_drafts: on((person) => {
      const waiting = person.jobs.filter(({ state }) => state === 'in_inbox')
      // The app's texts do not apply to drafts: their owner writes the text.
      const requested = {
        title: '',
        description: '',
        privacy: person.isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE',
        commentsOff: false,
      } as const
      return { posts: waiting.map((job) => publish(platform, job, requested, platform.world.clock.ms()).id) }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => unpublish(platform, post),
    ),
  }
}

/**
 * Acts that send the network's webhooks to the app, signed like the real ones: the outcome of a post, or the revocation
 * of a grant. They are sent only to this machine, to the URL in the control call.
 */
function createWebhookActs(platform: Platform): Readonly<Record<string, Act>> {
  const personOf = (name: string): Person => {
    const person = platform.person(name)
    if (!person) throw new BadControl(`Unknown person "${name}".`, 'account')
    return person
  }
  const tell = async (given: Given, person: Person, event: string, content: object) => {
    const nowS = Math.floor(platform.world.clock.ms() / 1_000)
    // The content is a string with JSON.
    const usual = {
      client_key: sandboxApp.id,
      event,
      create_time: nowS,
      user_openid: person.openId,
      content: JSON.stringify(content),
    }
    const body = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? usual)
    const t = typeof given.t === 'number' ? given.t : nowS
    const s = createHmac('sha256', sandboxApp.secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'tiktok-signature': `t=${t},s=${s}` }
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(addressIn(given), { method: 'POST', headers, body, redirect: 'manual', signal })
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type'),
      body: await answer.text(),
      sent: body,
    }
  }
  return {
    send_webhook(name, given = {}) {
      const person = personOf(name)
      const event = typeof given.event === 'string' ? given.event : null
      if (event === 'authorization.removed') return tell(given, person, event, { reason: Number(given.reason ?? 1) })
      const job = person.jobs.at(-1)
      if (given.body !== undefined) return tell(given, person, '', {})
      if (!job) throw new BadControl(`"${name}" has posted nothing yet.`, 'account')
      return tell(given, person, event ?? eventOf(platform, job), contentOf(platform, job))
    },
    /** Revokes the app's access in the person's settings and notifies the app. */
    remove_app(name, given = {}) {
      const person = personOf(name)
      addressIn(given)
      takeBack(platform, person)
      return tell(given, person, 'authorization.removed', { reason: Number(given.reason ?? 1) })
    },
  }
}

type Given = Readonly<Record<string, unknown>>

function addressIn({ url }: Given): string {
  if (typeof url === 'string' && isOwn(url)) return url
  throw new BadControl('"with.url" must be an address on this machine, such as http://127.0.0.1:3000/hook.', 'with')
}

function eventOf(platform: Platform, { state, post }: Job): string {
  if (state === 'failed') return 'post.publish.failed'
  if (state === 'in_inbox') return 'post.publish.inbox_delivered'
  if (post?.deleted) return 'post.publish.no_longer_publicaly_available'
  if (post && isPublic(platform, post)) return 'post.publish.publicly_available'
  if (state === 'published') return 'post.publish.complete'
  throw new BadControl('The latest post has not reached the step that sends this webhook.', 'account')
}

function contentOf({ rules }: Platform, { id, requested, failReason, post }: Job): object {
  return {
    publish_id: id,
    publish_type: requested === null ? 'INBOX_SHARE' : 'DIRECT_PUBLISH',
    ...(failReason === null ? {} : { reason: failReason }),
    ...(post?.publicAtMs == null ? {} : { post_id: rules.webhookIdsAsText ? post.id : int64(post.id) }),
  }
}
