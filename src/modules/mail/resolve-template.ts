import type { Db } from '#infra/db/client.ts'
import type { Fault } from '#kernel/errors.ts'
import { oneLine } from '#kernel/text/one-line.ts'
import { findBuiltIn } from './built-in.ts'
import { variablesIn } from './render.ts'
import { findTemplate, type StoredTemplate, selectTemplates } from './store.ts'
import type { Template, TemplateParts } from './template.ts'
import { findCredentialFaults, listSecrets } from './templates/credential-mail.ts'
import { isTemplateName, type TemplateName, templates } from './templates.ts'

/** Length limits. Most email programs cut off a longer subject, and a longer part is not a reasonable email. */
const maxSubjectLength = 200
const maxPartLength = 100_000

/**
 * Returns the template to send: the administrator's, or else the built-in one in the reader's language. A stored
 * template that breaks the rules of this version is ignored in favor of the built-in one: an email must neither fail
 * permanently nor leak its token.
 */
export async function resolveTemplate(
  db: Db,
  name: TemplateName,
  locale: string | null | undefined,
): Promise<Template> {
  const stored = await findTemplate(db, name)
  const builtIn: Template = { ...templates[name], ...findBuiltIn(name, locale) }
  if (!stored || isSetAside(stored)) return builtIn
  return { ...builtIn, subject: stored.subject, text: stored.text, html: stored.html }
}

/** True for a stored template that this version does not send. */
export const isSetAside = ({ name, ...parts }: StoredTemplate): boolean =>
  isTemplateName(name) && findTemplateFaults(name, parts).length > 0

/** Lists the stored templates that are ignored, for an alert to the operator. */
export const listSetAside = async (db: Db): Promise<readonly string[]> =>
  (await selectTemplates(db))
    .filter(isSetAside)
    .map(({ name }) => name)
    .sort()

/** Returns every reason why these parts cannot be used for this template. */
export function findTemplateFaults(name: TemplateName, parts: TemplateParts): Fault[] {
  const known: readonly string[] = templates[name].variables
  const secrets = listSecrets(name)
  const faults: Fault[] = []
  for (const part of ['subject', 'text', 'html'] as const) {
    const words = parts[part]
    const path = `/${part}`
    const most = part === 'subject' ? maxSubjectLength : maxPartLength
    if (words.trim() === '' || words.length > most)
      faults.push({ path, code: 'length', message: `must have 1 to ${most} characters`, params: { maximum: most } })
    if (words.includes('\u0000') || !words.isWellFormed())
      faults.push({ path, code: 'characters', message: 'must not contain NUL or invalid characters' })
    for (const one of new Set(variablesIn(words))) {
      if (!known.includes(one)) {
        const message = `must not use {{${one}}}. The variables of this email are ${known.join(', ')}`
        faults.push({ path, code: 'unknown_variable', message, params: { variable: one } })
      } else if (part === 'subject' && secrets.includes(one)) {
        faults.push({
          path,
          code: 'secret_in_subject',
          message: `must not contain {{${one}}}: the subject is visible in email lists and notifications`,
          params: { variable: one },
        })
      }
    }
    if (part === 'subject') continue
    for (const one of secrets)
      if (!variablesIn(words).includes(one))
        faults.push({
          path,
          code: 'missing_variable',
          message: `must contain {{${one}}}, because the email needs it`,
          params: { variable: one },
        })
  }
  if (!oneLine.test(parts.subject)) faults.push({ path: '/subject', code: 'lines', message: 'must be one line' })
  return [...faults, ...findCredentialFaults(name, parts)]
}
