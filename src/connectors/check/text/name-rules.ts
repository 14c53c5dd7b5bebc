import type { Issue } from '#connectors/contract/codes/issue-codes.ts'
import { find } from '#rules/find/find.ts'
import { cashtagsOnX } from '#rules/find/find-x.ts'
import type { Limits } from '#rules/limits.ts'
import type { Issues } from '../issues.ts'

/** Counts the hashtags, mentions and cashtags of a text against the limits of the network. */
export function checkNames(text: string, limits: Limits, path: string, { errors, warnings }: Issues): void {
  const { hashtags, mentions, cashtags, dialect, name } = limits
  if (cashtags !== undefined) warnings.push(...cashtagIssues(cashtagsOnX(text), cashtags, name, path))
  if (hashtags === undefined && mentions === undefined) return
  const found = find(text, dialect)
  const countOf = (kind: string) => found.filter((one) => one.kind === kind).length
  if (mentions !== undefined) errors.push(...mentionIssues(countOf('mention'), mentions, name, path))
  const tags = countOf('tag')
  if (hashtags !== undefined && tags > hashtags.max)
    errors.push({
      code: 'hashtags_too_many',
      message: `The text has ${tags} hashtags; ${name} allows ${hashtags.max}.`,
      path,
      fix: `Remove ${tags - hashtags.max}.`,
    })
  else if (hashtags?.advised !== undefined && tags > hashtags.advised)
    warnings.push({
      code: 'hashtags_too_many',
      message: `The text has ${tags} hashtags; ${name} limits a growing number of accounts to ${hashtags.advised}.`,
      path,
      fix: `Remove ${tags - hashtags.advised} to be safe.`,
    })
}

function mentionIssues(count: number, max: number, name: string, path: string): Issue[] {
  if (count <= max) return []
  const message = `The text mentions ${count} accounts; ${name} allows ${max}.`
  return [{ code: 'mentions_too_many', message, path, fix: `Remove ${count - max}.` }]
}

const mostNamed = 10

function cashtagIssues(found: readonly string[], max: number, name: string, path: string): Issue[] {
  if (found.length <= max) return []
  const named = `${found.slice(0, mostNamed).join(', ')}${found.length > mostNamed ? ', …' : ''}`
  const message = `The text has ${found.length} cashtags (${named}); ${name} allows ${max} for most apps.`
  return [{ code: 'cashtags_too_many', message, path, fix: `Remove ${found.length - max}.` }]
}
