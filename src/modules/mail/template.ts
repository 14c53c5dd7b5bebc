/**
 * An email template. A variable is written `{{name}}` and listed in `variables`. At start, `render.ts` rejects a
 * template that uses an undeclared variable or declares an unused one.
 */
export interface Template {
  readonly variables: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The three parts that an administrator can change, and that differ by language. */
export type TemplateParts = Pick<Template, 'subject' | 'text' | 'html'>
