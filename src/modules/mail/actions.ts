import { type Db, inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuseInput } from '#kernel/errors.ts'
import { changesBetween } from '#kernel/json.ts'
import { type Language, languageOf } from '#kernel/language.ts'
import { listTranslations } from './built-in.ts'
import type { TemplateDeps } from './deps.ts'
import { isDocument, layOut, layoutImages } from './layout/document.ts'
import { mark } from './layout/mark.ts'
import { type Rendered, render } from './render.ts'
import { findTemplateFaults, isSetAside } from './resolve-template.ts'
import { deleteTemplate, findTemplate, type StoredTemplate, selectTemplates, upsertTemplate } from './store.ts'
import type { TemplateParts } from './template.ts'
import { isTemplateName, type Template, type TemplateName, templates } from './templates.ts'

/** A template as administrators see it. */
export interface WholeTemplate extends Template {
  readonly name: TemplateName
  /** The built-in parts in other languages, by language. */
  readonly translations: ReturnType<typeof listTranslations>
  /** False for the built-in template. */
  readonly isChanged: boolean
  readonly updatedAt: StoredTemplate['updatedAt'] | null
  readonly updatedBy: StoredTemplate['updatedBy']
}

export async function readTemplate(db: Db, name: TemplateName): Promise<WholeTemplate> {
  return presentTemplate(name, await findTemplate(db, name))
}

export async function readTemplates(db: Db): Promise<readonly WholeTemplate[]> {
  const stored = new Map((await selectTemplates(db)).map((row) => [row.name, row]))
  return Object.keys(templates)
    .filter(isTemplateName)
    .sort()
    .map((name) => presentTemplate(name, stored.get(name)))
}

/** Presents the template that is sent: an ignored stored template does not count. */
function presentTemplate(name: TemplateName, kept: StoredTemplate | undefined): WholeTemplate {
  const stored = kept && !isSetAside(kept) ? kept : undefined
  const { variables, subject, text, html }: Template = templates[name]
  return {
    name,
    variables,
    subject: stored?.subject ?? subject,
    text: stored?.text ?? text,
    html: stored?.html ?? html,
    translations: listTranslations(name),
    isChanged: stored !== undefined,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  }
}

/**
 * Saves a template. Takes effect with the next email, including queued ones. A save that changes nothing writes no
 * audit entry.
 */
export async function saveTemplate(
  deps: TemplateDeps,
  caller: Caller,
  name: TemplateName,
  { subject, text, html }: TemplateParts,
): Promise<WholeTemplate> {
  const wanted = { subject, text, html }
  const faults = findTemplateFaults(name, wanted)
  if (faults.length > 0) refuseInput(...faults)
  return await inTx(deps.db, async (tx) => {
    const present = await readTemplate(tx, name)
    const { audit, isEmpty } = changesBetween(present, wanted)
    if (isEmpty) return present
    const row = { name, ...wanted, updatedAt: deps.clock.now(), updatedBy: caller.uid }
    await upsertTemplate(tx, row)
    await deps.writeAudit(tx, {
      at: row.updatedAt,
      caller,
      ownerUid: null,
      action: 'mail_template.changed',
      subject: name,
      changes: audit,
    })
    return presentTemplate(name, row)
  })
}

/** Restores the built-in template. */
export function resetTemplate(deps: TemplateDeps, caller: Caller, name: TemplateName): Promise<WholeTemplate> {
  return inTx(deps.db, async (tx) => {
    const before = await readTemplate(tx, name)
    const builtIn = presentTemplate(name, undefined)
    if (!(await deleteTemplate(tx, name))) return builtIn
    const { subject, text, html } = builtIn
    await deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'mail_template.reset',
      subject: name,
      changes: changesBetween(before, { subject, text, html }).audit,
    })
    return builtIn
  })
}

const samples: Readonly<Record<string, string>> = {
  name: 'Ada',
  inviter: 'Ben',
  profile: 'Analytical Engines',
  role: 'editor',
  plan: 'pro',
  newPlan: 'free',
  newEmail: 'ada@example.com',
  hours: '48',
  days: '7',
  until: '2027-01-31',
  title: 'An Analytical Engines post failed',
  action: 'View post',
  stop: 'Turn off these emails',
}

/** Renders an email with sample values. Nothing is stored or sent. Refuses a template that could not be saved. */
export function previewTemplate(
  config: { readonly publicUrl: string },
  name: TemplateName,
  parts: TemplateParts,
): Rendered {
  const faults = findTemplateFaults(name, parts)
  if (faults.length > 0) refuseInput(...faults)
  const variables: readonly string[] = templates[name].variables
  const values = Object.fromEntries(
    variables.map((one) => [one, urls.includes(one) ? config.publicUrl : (samples[one] ?? `<${one}>`)]),
  )
  const { subject, text, html } = parts
  const rendered = render({ variables, subject, text, html }, values)
  if (isDocument(rendered.html)) return rendered
  const quoted = new Set(variables.includes('post') ? (['post'] as const) : [])
  const document = layOut({ ...rendered, language: writtenIn(name, html), url: config.publicUrl, quoted })
  return { ...rendered, html: Object.entries(sampleImages).reduce(showInline, document) }
}

/** The images of a preview. The mark stands for the image of a post. */
const sampleImages = { ...layoutImages, post: mark }

/** Returns the language of built-in HTML. HTML of an administrator counts as English. */
const writtenIn = (name: TemplateName, html: string): Language =>
  languageOf(Object.entries(listTranslations(name)).find(([, translation]) => translation.html === html)?.[0])

/** Variables that are addresses of this installation. */
const urls: readonly string[] = ['url', 'link', 'unsubscribeUrl']

/** Shows an image of the email in a page, which cannot read its attachments. */
const showInline = (html: string, [name, png]: [string, Buffer]): string =>
  html.replaceAll(`cid:${name}`, `data:image/png;base64,${png.toString('base64')}`)
