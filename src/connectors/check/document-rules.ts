import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Issue } from '#connectors/issue-codes.ts'
import type { DocumentRule, Limits } from '#rules/limits.ts'

/** Lists what is wrong with the number of documents of a part: too many, beside other files, or none allowed. */
export function countDocuments(
  media: readonly OutgoingMedia[],
  { document, byFormat, name }: Limits,
  pathOf: (index: number) => string,
): Issue[] {
  const first = media.findIndex(({ kind }) => kind === 'document')
  if (first < 0) return []
  const documents = media.filter(({ kind }) => kind === 'document').length
  const path = pathOf(first)
  if (!document) {
    const [format] = Object.entries(byFormat ?? {}).find(([, rules]) => rules.document) ?? []
    const message = `${name} shows no documents in this kind of post.`
    const fix = format === undefined ? 'Remove the document for this network.' : `Set \`format\` to \`${format}\`.`
    return [{ code: 'media_type_not_supported', message, path, fix }]
  }
  if (documents > document.max) {
    const message = `The post has ${documents} documents; ${name} allows ${document.max}.`
    return [{ code: 'media_too_many', message, path, fix: `Remove ${documents - document.max}.` }]
  }
  if (documents === media.length) return []
  const message = `${name} shows a document alone, without pictures and videos.`
  return [{ code: 'media_mixed', message, path, fix: 'Remove the document or the other files.' }]
}

/** Lists the rules that one document breaks. */
export function documentIssues({ size, pages, contentType }: OutgoingMedia, rule: DocumentRule, name: string): Issue[] {
  const issues: Issue[] = []
  if (!rule.types.includes(contentType))
    issues.push({
      code: 'media_type_not_supported',
      message: `The file is ${contentType}; ${name} supports ${rule.types.join(', ')}.`,
    })
  if (size > rule.maxBytes)
    issues.push({
      code: 'document_too_large',
      message: `The document has ${(size / 1_000_000).toFixed(1)} MB; ${name} allows ${rule.maxBytes / 1_000_000} MB.`,
    })
  if ((pages ?? 0) > rule.maxPages)
    issues.push({
      code: 'document_too_many_pages',
      message: `The document has ${pages} pages; ${name} allows ${rule.maxPages}.`,
    })
  return issues
}
