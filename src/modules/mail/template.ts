/**
 * A mail template. A variable is written `{{name}}` and listed in `variables`. `render.ts` refuses at start a template
 * that uses an undeclared variable, or declares one that it does not use.
 */
export interface Template {
  readonly variables: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The three parts that an administrator may rewrite, and that differ by language. */
export type TemplateParts = Pick<Template, 'subject' | 'text' | 'html'>
