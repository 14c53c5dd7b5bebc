import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/contract/codes/issue-codes.ts'
import type { Limits } from '#rules/limits.ts'
import { inMegabytes } from './megabytes.ts'

/** Kinds of files that cannot be combined with other files in a post. */
type LoneKind = 'document' | 'audio'

const words = {
  document: {
    one: 'document',
    alone: 'supports a document only on its own',
    none: 'does not support documents in this kind of post',
  },
  audio: { one: 'sound', alone: 'only supports audio on its own', none: 'does not support audio without an image' },
} as const satisfies Record<LoneKind, object>

/** Lists problems with the number of documents and audio files: too many, combined with other files, or not allowed. */
export function loneKindIssues(
  media: readonly OutgoingMedia[],
  limits: Limits,
  pathOf: (index: number) => string,
): Issue[] {
  return (['document', 'audio'] as const).flatMap((kind): Issue[] => {
    const first = media.findIndex((item) => item.kind === kind)
    if (first < 0) return []
    const { one, alone, none } = words[kind]
    const { name, [kind]: rule } = limits
    const path = pathOf(first)
    if (!rule)
      return [{ code: 'media_type_not_supported', message: `${name} ${none}.`, path, fix: fixOfNone(kind, limits) }]
    const found = media.filter((item) => item.kind === kind).length
    if (found > rule.max) {
      const message = `The post has ${found} ${one}s; ${name} allows ${rule.max}.`
      return [{ code: 'media_too_many', message, path, fix: `Remove ${found - rule.max}.` }]
    }
    if (found === media.length) return []
    const message = `${name} ${alone}, without images or videos.`
    return [{ code: 'media_mixed', message, path, fix: `Remove the ${one} or the other files.` }]
  })
}

function fixOfNone(kind: LoneKind, { byFormat }: Limits): string {
  if (kind === 'audio') return 'Turn it into a video, or remove it for this network.'
  const [format] = Object.entries(byFormat ?? {}).find(([, rules]) => rules.document) ?? []
  return format === undefined ? 'Remove the document for this network.' : `Set \`format\` to \`${format}\`.`
}

/**
 * Lists the rules that one document or audio file breaks. The count check reports a kind that the network does not
 * support.
 */
export function loneFileIssues({ kind, size, pages, contentType }: OutgoingMedia, limits: Limits): Issue[] {
  const rule = kind === 'document' || kind === 'audio' ? limits[kind] : undefined
  if (!rule) return []
  const { name } = limits
  const issues: Issue[] = []
  if (!rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `The file is ${contentType}; ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({
      code: kind === 'document' ? 'document_too_large' : 'audio_too_large',
      message:
        `The ${words[kind as LoneKind].one} has ${inMegabytes(size)}; ${name} allows ` +
        `${inMegabytes(rule.maxBytes)}.`,
    })
  const maxPages = kind === 'document' ? limits.document?.maxPages : undefined
  if ((pages ?? 0) > (maxPages ?? Number.POSITIVE_INFINITY))
    issues.push({
      code: 'document_too_many_pages',
      message: `The document has ${pages} pages; ${name} allows ${maxPages}.`,
    })
  return issues
}
