import { z } from 'zod'
import { readPlatform } from '#rules/network-names.ts'
import type { Result } from '#sdk/index.ts'

const issue = z.object({
  code: z.string(),
  message: z.string(),
  network: z.string().optional(),
  path: z.string().optional(),
  fix: z.string().optional(),
})

/** The result of a check, and the text that each network would receive. */
export const checkOutput = z.object({
  canPublish: z.boolean(),
  errors: z.array(issue),
  warnings: z.array(issue).describe('Must be confirmed before the post can be published.'),
  hints: z.array(issue),
  previews: z.array(z.object({ network: z.string(), text: z.string() })),
})

type CheckOutput = z.output<typeof checkOutput>

export const shortenCheck = (check: Result<'validatePost'>): CheckOutput => ({
  canPublish: check.canPublish,
  errors: check.errors.map(shortenIssue),
  warnings: check.warnings.map(shortenIssue),
  hints: check.infos.map(shortenIssue),
  previews: Object.entries(check.perPlatformPlan).map(([key, plan]) => ({
    network: nameOf(key),
    text: String((plan as { readonly text?: unknown }).text ?? ''),
  })),
})

/** Returns the network of a key, which is a platform or `<platform>:<accountId>`. */
function nameOf(key: string): string {
  const platform = key.split(':')[0] ?? key
  return readPlatform(platform) ?? platform
}

function shortenIssue({ code, message, network, path, fix }: Result<'validatePost'>['errors'][number]) {
  return { code, message, ...(network ? { network } : {}), ...(path ? { path } : {}), ...(fix ? { fix } : {}) }
}

export function describeCheck({ canPublish, errors, warnings, hints }: CheckOutput): string {
  const codes = [...new Set(warnings.map(({ code }) => code))]
  return [
    canPublish ? 'The post can be published.' : 'The post can’t be published as it is.',
    ...errors.map(lineOf),
    ...warnings.map(lineOf),
    ...hints.map(lineOf),
    ...(codes.length > 0 ? [`To publish anyway, confirm the warnings: ${codes.join(', ')}.`] : []),
  ].join('\n')
}

const lineOf = ({ message, network, path, fix }: CheckOutput['errors'][number]): string =>
  `- ${network ?? path ?? 'post'}: ${message}${fix ? ` ${fix}` : ''}`
