import { refuseInput } from '#kernel/errors.ts'
import { type Rendered, render } from '../render.ts'
import { findTemplateFaults } from '../resolve-template.ts'
import type { TemplateParts } from '../template.ts'
import { type TemplateName, templates } from '../templates.ts'

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
    variables.map((one) => [one, one === 'url' ? config.publicUrl : (samples[one] ?? `<${one}>`)]),
  )
  const { subject, text, html } = parts
  return render({ variables, subject, text, html }, values)
}
