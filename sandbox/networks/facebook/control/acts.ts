import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { removeApp } from '../people/people.ts'
import { remove } from '../posts/posts.ts'
import { listVisiblePosts } from '../posts/publish.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Death, Page, Person, Standing } from '../state/records.ts'
import { createCommentActs } from './comment-acts.ts'

/**
 * The acts of people in their settings and of the network's staff. An act on a page's name concerns that page; on a
 * person's name, all of their pages.
 */
export function createActs(graph: Graph): Readonly<Record<string, Act>> {
  const personOf = (name: string): Person | null => graph.person(name) ?? graph.page(name)?.owner ?? null
  const pagesOf = (name: string): readonly Page[] => {
    const page = graph.page(name)
    return page ? [page] : (graph.person(name)?.pages ?? [])
  }
  const ofPerson =
    (act: (person: Person) => object | undefined): Act =>
    (name) => {
      const person = personOf(name)
      return person ? act(person) : undefined
    }
  const ofPages =
    (act: (page: Page) => void): Act =>
    (name) => {
      const pages = pagesOf(name)
      for (const page of pages) act(page)
      return { pages: pages.map((page) => page.name) }
    }
  const kill = (death: Death) =>
    ofPerson((person) => {
      person.dead = death
      person.fresh.clear()
      return { tokens: `190/${death}` }
    })
  const become = (standing: Standing) =>
    ofPages((page) => {
      page.standing = standing
    })
  return {
    ...createWebhookActs(graph),
    ...createCommentActs(graph, pagesOf),
    change_password: kill(460),
    log_out: kill(467),
    remove_app: ofPerson((person) => {
      removeApp(person)
      return { tokens: '190/458' }
    }),
    require_checkpoint: ofPerson((person) => {
      person.checkpoint = true
      return undefined
    }),
    pass_checkpoint: ofPerson((person) => {
      person.checkpoint = false
      return undefined
    }),
    lose_role: ofPages((page) => {
      page.tasks = []
    }),
    weaken_role: ofPages((page) => {
      page.tasks = ['ADVERTISE', 'ANALYZE']
    }),
    restore_role: ofPages((page) => {
      page.tasks = page.usualTasks
    }),
    block: become('blocked'),
    flag: become('flagged'),
    slow_down: become('too_fast'),
    require_security_check: become('security_check'),
    require_authorization: become('unauthorized'),
    limit: become('limited'),
    restore: become('active'),
    fail_next_video: ofPages((page) => {
      page.failsNextVideo = true
    }),
    delete_latest: (name) => {
      const latest = pagesOf(name)
        .flatMap(({ posts }) => posts)
        .findLast(({ deleted, publishedAtMs }) => !deleted && publishedAtMs !== null)
      if (latest) remove(graph, latest)
      return { deleted: latest?.id ?? null }
    },
  }
}

/** Acts that call the app: Meta's callbacks, and events on a page. */
function createWebhookActs(graph: Graph): Readonly<Record<string, Act>> {
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
  const [post] = listVisiblePosts(page)
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
