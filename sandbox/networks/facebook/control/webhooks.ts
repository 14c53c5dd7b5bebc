import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { removeApp } from '../people/people.ts'
import { wallOf } from '../posts/publish.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Page, Person } from '../state/records.ts'

/** Acts that call the app: the callbacks of Meta, and what has happened on a page. */
export function createWebhookActs(graph: Graph): Readonly<Record<string, Act>> {
  const { personOf, acts } = createCallbacks<Person>(graph.world, 'facebook', {
    find: (name) => graph.person(name) ?? graph.page(name)?.owner,
    idOf: ({ id }) => id,
    remove: removeApp,
  })
  return {
    ...acts,
    send_webhook(name, given = {}) {
      const page = graph.page(name)
      return sendWebhook(given, app.secret, () =>
        page ? feedEvent(graph, page, given.event) : permissionsEvent(graph, personOf(name)),
      )
    },
  }
}

/** The event for the latest post of the page; `event` is its verb, `add` by default. */
function feedEvent(graph: Graph, page: Page, event: unknown): object {
  const [post] = wallOf(page)
  if (!post) throw new BadControl(`"${page.name}" has no post yet.`, 'account')
  const nowS = Math.floor(graph.world.clock.ms() / 1_000)
  const items = {
    status: 'status',
    link: 'share',
    photo: 'photo',
    album: 'status',
    video: 'video',
    reel: 'video',
    story: 'story',
  }
  const value = {
    from: { id: page.id, name: page.displayName },
    message: post.message,
    post_id: post.id,
    created_time: Math.floor((post.publishedAtMs ?? 0) / 1_000),
    item: items[post.kind],
    verb: typeof event === 'string' ? event : 'add',
    published: 1,
    ...(post.video ? { video_id: post.video.id } : {}),
  }
  return { object: 'page', entry: [{ id: page.id, time: nowS, changes: [{ field: 'feed', value }] }] }
}

const permissionsEvent = (graph: Graph, { id, consent }: Person): object => ({
  object: 'permissions',
  entry: [
    {
      id,
      uid: id,
      time: Math.floor(graph.world.clock.ms() / 1_000),
      changes: ['connected', ...(consent?.granted ?? [])].map((field) => ({
        field,
        value: { verb: consent ? 'granted' : 'revoked', target_ids: [] },
      })),
    },
  ],
})
