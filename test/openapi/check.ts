import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { noExample } from '#infra/http/openapi/examples.ts'
import { listUnansweredFields } from './changed-fields.ts'

/**
 * Lints `docs/openapi.json` with Redocly's recommended rules, each as an error, requires an example for every text, and
 * that the response to a change has each field that can be changed, and that clients in any language can use the
 * patterns. The linter is a library here: it reads this one file and sends nothing anywhere.
 */
const file = join(import.meta.dirname, '../../docs/openapi.json')
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    // The owner has not chosen a license yet.
    'info-license': 'off',
    // These paths are a published interface. A literal segment takes precedence over a parameter, as in OpenAPI.
    'no-ambiguous-paths': 'off',
    // Deleting a post from a platform is always refused, so it has no success response.
    'operation-2xx-response': 'off',
  },
})
const problems = await lint({ ref: file, config })
const lines = problems.map(
  ({ ruleId, message, location }) => `${location.map(({ pointer }) => pointer ?? '').join(' ')} ${ruleId}: ${message}`,
)
const document = JSON.parse(await readFile(file, 'utf8'))
lines.push(...listUnansweredFields(document))
for (const [place, pattern] of patternsOf(document))
  if (/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern))
    lines.push(`${place} looks around or back, which RE2 (Go) and Rust can't: ${pattern}`)
for (const place of placesOf(document, noExample))
  lines.push(
    `${place} has no example. Give its schema \`meta({ examples })\`, or its name a row in src/infra/http/openapi/examples.ts.`,
  )
if (lines.length > 0) {
  console.error(lines.join('\n'))
  process.exitCode = 1
}

function placesOf(value: unknown, sought: string, place = '#'): string[] {
  if (value === sought) return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => placesOf(part, sought, `${place}/${name}`))
}

function patternsOf(value: unknown, place = '#'): [place: string, pattern: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [[place, part]] : patternsOf(part, `${place}/${name}`),
  )
}
