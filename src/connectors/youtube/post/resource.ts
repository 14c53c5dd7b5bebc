import type { JsonObject, Outgoing } from '#connectors/connector.ts'
import { textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'

const usualCategory = '22'

/** Returns the video resource of a post and the query of the call that sends it. */
export function resourceOf(post: Outgoing): {
  readonly resource: JsonObject
  readonly query: Readonly<Record<string, string>>
} {
  const { notifySubscribers, ...chosen } = settingsOf(post.settings)
  return {
    resource: {
      snippet: {
        title: post.title ?? '',
        description: textOf(post),
        categoryId: chosen.categoryId ?? usualCategory,
        ...(chosen.tags ? { tags: chosen.tags } : {}),
        ...(post.language === null ? {} : { defaultLanguage: post.language }),
      },
      status: {
        privacyStatus: privacyOf(post),
        ...(chosen.publishAt ? { publishAt: new Date(chosen.publishAt).toISOString() } : {}),
        selfDeclaredMadeForKids: chosen.madeForKids ?? false,
        ...given('containsSyntheticMedia', chosen.containsSyntheticMedia),
        ...given('license', chosen.license),
        ...given('embeddable', chosen.embeddable),
      },
    },
    query: {
      part: 'snippet,status',
      ...(notifySubscribers === undefined ? {} : { notifySubscribers: String(notifySubscribers) }),
    },
  }
}

/** Returns who may see the video once it is uploaded. A video with `publishAt` is private until then. */
export function privacyOf({ settings }: Outgoing): 'public' | 'unlisted' | 'private' {
  const { privacy, publishAt } = settingsOf(settings)
  return publishAt ? 'private' : (privacy ?? 'public')
}

const given = (name: string, value: string | boolean | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value }
