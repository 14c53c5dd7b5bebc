import { fetchOwn } from '../../../core/http/fetch-own.ts'
import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import {
  addressIn,
  asItem,
  childIdsIn,
  findContainer,
  openContainer,
  publishedBefore,
  stateOf,
} from '../../meta/containers.ts'
import { shown } from '../../meta/fields.ts'
import { booleanParam, readAllParams } from '../../meta/params.ts'
import { badParam, refuse } from '../../meta/refusals.ts'
import { requireCaller, requireSelf } from '../auth/callers.ts'
import { inspectFile } from '../media/files.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Container, Draft, Person } from '../state/records.ts'
import { checkStanding, notFound, unfetched } from '../wire/failures.ts'
import { draftOf } from './draft.ts'
import { makePost } from './posts.ts'

/** The routes that create a post in two steps: creating a container, which may need processing, and publishing it. */
export function containerRoutes(platform: Platform): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  return [
    route('POST', `${version}/:user/threads`, 'createContainer', { ...writing, accepts, processes: true }, (incoming) =>
      create(platform, incoming),
    ),
    route('POST', `${version}/:user/threads_publish`, 'publishContainer', { ...writing, accepts }, (incoming) => {
      const person = requireSelf(platform, incoming, 'threads_content_publish')
      const { creation_id: id } = readAllParams(incoming)
      return idOf(publish(platform, person, id ?? badParam('The parameter creation_id is required')))
    }),
  ]
}

const idOf = ({ id }: { readonly id: string }): Answer => ok({ id })

async function create(platform: Platform, incoming: Incoming): Promise<Answer> {
  const token = requireCaller(platform, incoming, 'threads_content_publish')
  const person = requireSelf(platform, incoming)
  const params = readAllParams(incoming)
  const isItem = booleanParam(params, 'is_carousel_item') ?? false
  const draft = draftOf(platform, token, incoming, { isItem })
  const { type } = draft
  if (isItem && type !== 'IMAGE' && type !== 'VIDEO') badParam('Items of a carousel must be of the type IMAGE or VIDEO')
  const publishesAtOnce = booleanParam(params, 'auto_publish_text') ?? false
  if (publishesAtOnce && type !== 'TEXT') badParam('Param auto_publish_text is only for posts of the type TEXT')
  const children = type === 'CAROUSEL' ? childrenIn(platform, person, params.children) : []
  const kind = kindOf(draft)
  const address = kind && addressIn(params, kind)

  const processingMs = processingOf(platform.rules, type) + incoming.slowProcessingMs
  const container: Container = openContainer(platform, { person, draft, isItem, children }, processingMs)
  if (address !== null) {
    const fetching = fill(platform, container, address)
    if (type === 'IMAGE' && platform.rules.fetchesImagesAtOnce) {
      const wrong = await fetching
      if (wrong !== null) refuse(wrong)
    }
  }
  platform.containers.set(container.id, container)
  if (!publishesAtOnce) return idOf(container)
  checkStanding(platform, person)
  return idOf(makePost(platform, container))
}

/** Returns the kind of the container's own file, or null if it has none. */
const kindOf = ({ type }: Draft) => (type === 'IMAGE' ? 'image' : type === 'VIDEO' ? 'video' : null)

const processingOf = (rules: Platform['rules'], type: Draft['type']): number =>
  ({
    TEXT: rules.textProcessingMs,
    IMAGE: rules.imageProcessingMs,
    VIDEO: rules.videoProcessingMs,
    CAROUSEL: rules.carouselProcessingMs,
  })[type]

/** Fetches the container's file. Returns the error, after recording it in the container, or null. */
async function fill(platform: Platform, container: Container, address: string) {
  const { person, draft } = container
  const kind = draft.type === 'VIDEO' ? 'video' : 'image'
  container.isFetching = true
  const received = await fetchOwn(address)
  container.isFetching = false
  const { failsNext } = person
  person.failsNext = null
  if (received === null) {
    container.failure = kind === 'video' ? 'FAILED_DOWNLOADING_VIDEO' : 'UNKNOWN'
    return unfetched
  }
  const inspected = inspectFile(platform, kind, received)
  if ('file' in inspected) {
    container.file = inspected.file
    container.failure = failsNext
    return null
  }
  container.failure = inspected.failure
  return { message: '(#100) Invalid parameter', code: 100, title: 'Media cannot be used', say: inspected.say }
}

function childrenIn(platform: Platform, person: Person, given: string | undefined): readonly Container[] {
  const { minItems, maxItems } = platform.rules
  const ids = childIdsIn(given ?? badParam('The parameter children is required'))
  if (ids.length < minItems || ids.length > maxItems)
    badParam(`Param children must have ${minItems} to ${maxItems} items.`)
  if (new Set(ids).size < ids.length) badParam('Param children names an item twice.')
  return ids.map((id) => ready(platform, asItem(found(platform, person, id))))
}

const found = (platform: Platform, person: Person, id: string): Container =>
  findContainer(platform, person, id) ?? notFound(id)

/** Returns the container if it can be used. An unfinished or expired one is not found. */
function ready(platform: Platform, container: Container): Container {
  switch (stateOf(platform, container)) {
    case 'ERROR':
      return badParam(`The container ${container.id} has failed: ${container.failure}`)
    case 'IN_PROGRESS':
    case 'EXPIRED':
      return notFound(container.id)
    default:
      return container
  }
}

function publish(platform: Platform, person: Person, id: string): { readonly id: string } {
  const container = ready(platform, found(platform, person, id))
  const before = publishedBefore(platform, container)
  if (before !== null) return before
  checkStanding(platform, person)
  return makePost(platform, container)
}

export const shownContainer = (platform: Platform, container: Container, fields: string | undefined): object =>
  shown(
    {
      id: () => container.id,
      status: () => stateOf(platform, container),
      error_message: () => (stateOf(platform, container) === 'ERROR' ? (container.failure ?? undefined) : undefined),
    },
    fields,
    ['id', 'status'],
    'ThreadsMediaContainer',
  )
