import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { asItem, childIdsIn, findContainer, openContainer, type State, stateOf } from '../../meta/containers.ts'
import { shown } from '../../meta/fields.ts'
import { booleanParam, readAllParams } from '../../meta/params.ts'
import { noObject, refuse } from '../../meta/refusals.ts'
import { accountOf, callerOf, tokenOf } from '../auth/callers.ts'
import { fill, sourceIn } from '../media/fetch.ts'
import { createUpload } from '../media/uploads.ts'
import type { Platform } from '../state/platform.ts'
import type { Container, Draft, Person } from '../state/records.ts'
import { failureWords, refuseMedia } from '../wire/failures.ts'
import { draftOf } from './draft.ts'
import { finished } from './find.ts'

/** The routes that prepare a post: its container is created, processed, and polled. */
export function containerRoutes(platform: Platform): readonly Route[] {
  return [
    route(
      'POST',
      '/:account/media',
      'createContainer',
      { ...writing, accepts: ['form', 'json', 'multipart'], processes: true },
      (incoming) => create(platform, incoming),
    ),
    route(
      'GET',
      '/:container',
      'getContainer',
      { ...withToken, only: ({ container = '' }) => platform.containers.has(container) },
      (incoming) => {
        const { container: id = '' } = incoming.params
        const person = callerOf(platform, incoming)
        const container = findContainer(platform, person, id) ?? noObject(id)
        return ok(shownContainer(platform, container, readAllParams(incoming).fields))
      },
    ),
  ]
}

async function create(platform: Platform, incoming: Incoming): Promise<Answer> {
  const person = accountOf(platform, incoming, 'publish')
  const params = readAllParams(incoming)
  const isItem = booleanParam(params, 'is_carousel_item') ?? false
  const draft = draftOf(platform, params, { isItem })
  const children = draft.type === 'CAROUSEL' ? childrenIn(platform, person, params.children) : []
  const upload = params.upload_type === 'resumable' ? createUpload(tokenOf(platform, incoming), draft) : null
  const source = draft.type === 'CAROUSEL' || upload !== null ? null : sourceIn(params, draft.type)
  countContainer(platform, person)

  const processingMs = processingOf(platform.rules, draft.type) + incoming.slowProcessingMs
  const container: Container = {
    ...openContainer(platform, { person, draft, isItem, children, upload }, processingMs),
    isFetching: upload !== null,
  }
  if (source !== null) {
    const filling = fill(platform, container, { ...source, coverUrl: params.cover_url })
    if (source.kind === 'image' && platform.rules.fetchesImagesAtOnce) {
      const wrong = await filling
      if (wrong !== null) refuse(wrong)
    }
  }
  platform.containers.set(container.id, container)
  const uri = upload === null ? {} : { uri: `${platform.base()}/ig-api-upload/${container.id}` }
  return ok({ id: container.id, ...uri })
}

const dayMs = 86_400_000

function countContainer({ world, rules }: Platform, person: Person): void {
  const nowMs = world.clock.ms()
  person.containersMs = person.containersMs.filter((atMs) => atMs > nowMs - dayMs)
  if (person.containersMs.length >= rules.containersPerDay) refuseMedia(2_207_042)
  person.containersMs.push(nowMs)
}

function processingOf(rules: Platform['rules'], type: Draft['type']): number {
  if (type === 'CAROUSEL') return rules.carouselProcessingMs
  return type === 'REELS' || type === 'VIDEO' ? rules.videoProcessingMs : rules.imageProcessingMs
}

function childrenIn(platform: Platform, person: Person, given = ''): readonly Container[] {
  const { minItems, maxItems } = platform.rules
  const ids = childIdsIn(given)
  if (ids.length < minItems || ids.length > maxItems) refuseMedia(2_207_028)
  return ids.map((id) => finished(platform, asItem(findContainer(platform, person, id) ?? refuseMedia(2_207_008))))
}

const words: Readonly<Record<State, string>> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  ERROR: 'Error: Media upload has failed.',
  EXPIRED: 'Expired: Media was not published within 24 hours.',
  PUBLISHED: 'Published: Media has been published.',
}

function shownContainer(platform: Platform, container: Container, fields: string | undefined): object {
  const state = stateOf(platform, container)
  const { failure, upload } = container
  return shown(
    {
      id: () => container.id,
      status_code: () => state,
      status: () => (state === 'ERROR' && failure !== null ? failureWords(failure) : words[state]),
      copyright_check_status: () => ({ status: 'completed', matches_found: false }),
      video_status: () =>
        upload
          ? {
              uploading_phase: {
                status: container.isFetching ? 'in_progress' : 'complete',
                bytes_transferred: upload.received,
              },
              processing_phase: { status: state === 'FINISHED' ? 'complete' : 'not_started' },
            }
          : undefined,
    },
    fields,
    ['id'],
    'IGMediaBuilder',
  )
}
