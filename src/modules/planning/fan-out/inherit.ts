import type { Json } from '#kernel/json.ts'
import type { NewPost } from '#modules/posts/index.ts'
import type { ChildInput } from './schema.ts'

/** Rules of a profile link that describe how a child differs from its parent. */
export interface InheritanceRules {
  readonly autoRepost?: boolean
  readonly languageOverride?: string
  readonly tagPrefix?: string
}

export const readRules = (stored: Json | object): InheritanceRules => stored as InheritanceRules

const longestTag = 100

/** Adds a link's prefix to each tag. A tag that becomes too long is cut between characters. */
export const prefixTags = (tags: readonly string[], { tagPrefix = '' }: InheritanceRules): string[] =>
  tags.map((tag) => `${tagPrefix}${tag}`.slice(0, longestTag).replace(/[\uD800-\uDBFF]$/, ''))

/**
 * Composes a child's post: the master's values, overridden by the child's. Accounts belong to one profile, so inherited
 * platforms use the child's default accounts. Pure.
 */
export function composeChild(master: NewPost, child: ChildInput, rules: InheritanceRules): NewPost {
  return {
    ...master,
    profileId: child.profileId,
    content: child.content ?? master.content,
    tags: prefixTags(child.tags ?? master.tags, rules),
    scheduledAt: child.scheduledAt ?? master.scheduledAt,
    platforms: child.platforms ?? inheritPlatforms(master, child.content !== undefined),
    ...(rules.languageOverride ? { language: rules.languageOverride } : {}),
  }
}

/** A child's own content applies to every platform, so the master's per-platform content is left out. */
function inheritPlatforms({ platforms }: NewPost, hasOwnContent: boolean): NewPost['platforms'] {
  const seen = new Set<string>()
  return platforms.flatMap((entry) => {
    const { accountId: _, content, ...rest } = { accountId: undefined, content: undefined, ...entry }
    if (seen.has(entry.platform)) return []
    seen.add(entry.platform)
    return [hasOwnContent || content === undefined ? rest : { ...rest, content }]
  })
}
