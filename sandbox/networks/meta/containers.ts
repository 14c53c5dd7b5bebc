import type { World } from '../../core/network.ts'
import type { Params } from './params.ts'
import { badParam } from './refusals.ts'

/** The containers of Instagram and Threads. A post is created as a container, processed, and then published. */

export interface File {
  readonly kind: 'image' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly sha256: string
  readonly url: string
}

export interface PostItem {
  readonly id: string
  readonly file: File
  readonly alt: string
}

/** A post before it is published. Its file is fetched in the background. */
export interface Container<Person, Draft, Failure, Post> {
  readonly id: string
  readonly person: Person
  readonly draft: Draft
  /** True for an item of a carousel, which cannot be published separately. */
  readonly isItem: boolean
  readonly children: readonly Container<Person, Draft, Failure, Post>[]
  readonly createdAtMs: number
  readyAtMs: number
  file: File | null
  isFetching: boolean
  /** The network's error if the container has failed. */
  failure: Failure | null
  post: Post | null
}

type AnyContainer = Container<unknown, unknown, unknown, unknown>

/** The part of a post that both networks share. */
export interface PostCore<Person, Draft> {
  readonly id: string
  readonly shortcode: string
  /** The number of the post among its author's, from 1. Unlike the ID, it is the same in every run. */
  readonly number: number
  readonly person: Person
  readonly draft: Draft
  readonly items: readonly PostItem[]
  readonly atMs: number
  deleted: boolean
}

interface Platform<Rules> {
  readonly world: World
  readonly rules: Rules
  nextId(): string
  secret(): string
}

export type State = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

export function stateOf(
  { world, rules }: Pick<Platform<{ readonly containerMs: number }>, 'world' | 'rules'>,
  { post, failure, createdAtMs, readyAtMs, isFetching }: AnyContainer,
): State {
  const nowMs = world.clock.ms()
  if (post !== null) return 'PUBLISHED'
  if (nowMs >= createdAtMs + rules.containerMs) return 'EXPIRED'
  if (isFetching || nowMs < readyAtMs) return 'IN_PROGRESS'
  return failure === null ? 'FINISHED' : 'ERROR'
}

/** Returns a container of the person. Null for any other and, for a moment, for a new one. */
export function findContainer<C extends AnyContainer>(
  {
    containers,
    world,
    rules,
  }: Pick<Platform<{ readonly propagationMs: number }>, 'world' | 'rules'> & { readonly containers: Map<string, C> },
  person: C['person'],
  id: string,
): C | null {
  const container = containers.get(id)
  const isThere = container?.person === person && container.createdAtMs + rules.propagationMs <= world.clock.ms()
  return isThere ? container : null
}

/** Creates a container that is ready after `processingMs`. */
export function openContainer<Fields extends object>(
  { world, nextId }: Pick<Platform<unknown>, 'world' | 'nextId'>,
  fields: Fields,
  processingMs: number,
) {
  const createdAtMs = world.clock.ms()
  return {
    ...fields,
    id: nextId(),
    createdAtMs,
    readyAtMs: createdAtMs + processingMs,
    file: null,
    isFetching: false,
    failure: null,
    post: null,
  }
}

/** Returns the URL of the file to fetch. */
export function addressIn(params: Params, kind: File['kind']): string {
  const name = `${kind}_url`
  const url = params[name] ?? badParam(`The parameter ${name} is required`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  const isAscii = /^[\x00-\x7f]*$/.test(url)
  if (!isAscii || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    badParam(`Param ${name} must be a public URL in ASCII.`)
  return url
}

export const childIdsIn = (given: string): readonly string[] => given.split(',').filter((id) => id !== '')

/** Returns a container that was created as an item of a carousel. */
export const asItem = <C extends AnyContainer>(container: C): C =>
  container.isItem ? container : badParam(`${container.id} was not made as an item of a carousel.`)

/** Returns the post of a container that was published before. Rejected unless the network repeats it. */
export function publishedBefore<Post>(
  { rules }: Pick<Platform<{ readonly republishes: boolean }>, 'rules'>,
  { isItem, post }: Container<unknown, unknown, unknown, Post>,
): Post | null {
  if (isItem) badParam('An item of a carousel cannot be published separately.')
  if (post !== null && !rules.republishes) badParam('The container was published already.')
  return post
}

/** Returns the files of a container, or of its children. */
export function itemsOf(container: Container<unknown, { readonly alt: string }, unknown, unknown>): PostItem[] {
  const filled = container.children.length > 0 ? container.children : [container]
  return filled.flatMap(({ id, file, draft: { alt } }) => (file === null ? [] : [{ id, file, alt }]))
}

/** Adds a post. It is visible from this moment. */
export function addPost<Post extends { readonly id: string }>(
  { nextId, secret, world, posts: all }: Platform<unknown> & { readonly posts: Map<string, Post> },
  posts: Post[],
  build: (made: Pick<PostCore<unknown, unknown>, 'id' | 'shortcode' | 'number' | 'atMs' | 'deleted'>) => Post,
): Post {
  const post = build({
    id: nextId(),
    shortcode: `D${secret().slice(0, 10)}`,
    number: posts.length + 1,
    atMs: world.clock.ms(),
    deleted: false,
  })
  all.set(post.id, post)
  posts.push(post)
  return post
}
