import type { LedgerEntry } from '../../../core/control/ledger.ts'
import { ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { addPost, findContainer, itemsOf, publishedBefore } from '../../meta/containers.ts'
import { shown } from '../../meta/fields.ts'
import { readAllParams } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import { accountOf } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Person, Post } from '../state/records.ts'
import { refuseMedia } from '../wire/failures.ts'
import { finished } from './find.ts'

/** The routes that publish a container, and report how many posts an account has published in 24 hours. */
export function publishRoutes(platform: Platform): readonly Route[] {
  return [
    route(
      'POST',
      '/:account/media_publish',
      'publishContainer',
      { ...writing, accepts: ['form', 'json', 'multipart'] },
      (incoming) => {
        const person = accountOf(platform, incoming, 'publish')
        const { creation_id: id = badParam('The parameter creation_id is required') } = readAllParams(incoming)
        return ok({ id: publish(platform, person, id).id })
      },
    ),
    route('GET', '/:account/content_publishing_limit', 'getPublishingLimit', withToken, (incoming) => {
      const person = accountOf(platform, incoming, 'publish')
      const shape = {
        quota_usage: () => usedOf(platform, person),
        config: () => ({ quota_total: platform.rules.postsPerDay, quota_duration: dayMs / 1_000 }),
      }
      const row = shown(shape, readAllParams(incoming).fields, ['quota_usage'], 'ContentPublishingLimit')
      return ok({ data: [row] })
    }),
  ]
}

const dayMs = 86_400_000

/** Returns the used quota. A deleted post still counts, and a carousel counts as one. */
function usedOf({ world }: Platform, { posts }: Person): number {
  const fromMs = world.clock.ms() - dayMs
  return posts.filter(({ atMs }) => atMs > fromMs).length
}

function publish(platform: Platform, person: Person, id: string): Post {
  const container = finished(platform, findContainer(platform, person, id) ?? refuseMedia(2_207_008))
  const before = publishedBefore(platform, container)
  if (before !== null) return before
  const { standing } = person
  if (standing === 'restricted') refuseMedia(2_207_050)
  if (standing === 'spam') refuseMedia(2_207_051)
  if (usedOf(platform, person) >= platform.rules.postsPerDay) refuseMedia(2_207_042)
  container.post = makePost(platform, container)
  // The network has rejected posts as spam and published them anyway.
  return standing === 'spam after all' ? refuseMedia(2_207_051) : container.post
}

/** Publishes a container as a post. Every post is visible and recorded in the ledger from this moment. */
function makePost(platform: Platform, container: Container): Post {
  const { person, draft } = container
  const fields = { person, draft, items: itemsOf(container), comments: [], hasComments: true }
  const post = addPost(platform, person.posts, (made): Post => ({ ...made, ...fields }))
  record(platform, post, 'post')
  return post
}

export function remove(platform: Platform, post: Post): void {
  post.deleted = true
  record(platform, post, 'delete')
}

function record({ world }: Platform, { id, person, draft, items }: Post, kind: LedgerEntry['kind']): void {
  const media = items.map(({ file, alt }) => ({ ...file, alt }))
  const { caption: text } = draft
  world.ledger.add({ id, network: 'instagram', account: person.name, kind, text, media, key: null, replyTo: null })
}
