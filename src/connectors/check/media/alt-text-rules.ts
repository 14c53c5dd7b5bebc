import type { OutgoingMedia } from '#connectors/connector.ts'
import { countUnits } from '#rules/count/count.ts'
import { exactUpTo, type Limits } from '#rules/limits.ts'
import type { Issues } from '../issues.ts'

const kindNames = { image: 'picture', video: 'video', document: 'document', audio: 'sound' } as const

export function checkAltText(item: OutgoingMedia, { altText: rule, name }: Limits, path: string, issues: Issues): void {
  const altText = item.altText?.trim() ? item.altText : null
  if (rule.max === 0) {
    if (altText !== null)
      issues.infos.push({
        code: 'alt_text_not_used',
        message: `${name} does not support alt text, so it is left out.`,
        path,
      })
    return
  }
  if (altText === null) {
    issues.warnings.push({
      code: 'alt_text_missing',
      message: `The ${kindNames[item.kind]} has no alt text.`,
      path,
      fix: item.kind === 'audio' ? 'Describe in a sentence what people hear.' : 'Describe in a sentence what it shows.',
    })
    return
  }
  const most = rule.max * exactUpTo
  const length = countUnits(altText, rule.unit, most)
  if (length > rule.max)
    issues.errors.push({
      code: 'alt_text_too_long',
      message: `The alt text has ${length > most ? `more than ${most}` : length} characters; ${name} allows ${rule.max}.`,
      path,
    })
}
