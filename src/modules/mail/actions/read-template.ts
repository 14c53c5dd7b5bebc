import type { Db } from '#infra/db/client.ts'
import { listTranslations } from '../built-in.ts'
import { isSetAside } from '../resolve-template.ts'
import { findTemplate, type StoredTemplate, selectTemplates } from '../store.ts'
import { isTemplateName, type Template, type TemplateName, templates } from '../templates.ts'

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
export function presentTemplate(name: TemplateName, kept: StoredTemplate | undefined): WholeTemplate {
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
