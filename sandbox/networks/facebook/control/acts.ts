import type { Act } from '../../../core/network.ts'
import { removeApp } from '../people/people.ts'
import { remove } from '../posts/posts.ts'
import type { Graph } from '../state/platform.ts'
import type { Death, Page, Person, Standing } from '../state/records.ts'
import { createWebhookActs } from './webhooks.ts'

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
