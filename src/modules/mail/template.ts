/**
 * An email template. A variable is written `{{name}}` and listed in `variables`. At start, `render.ts` rejects a
 * template that uses an undeclared variable or declares an unused one.
 */
export interface Template {
  readonly variables: readonly string[]
  readonly subject: string
  readonly text: string
  /** Plain tags, which the layout styles. What follows the last `<hr>` is the footer. */
  readonly html: string
  /** Paragraphs that replace the links to pages in an installation without the web app. */
  readonly api?: string
}

/** The parts that differ by language. An administrator can change all of them but `api`. */
export type TemplateParts = Pick<Template, 'subject' | 'text' | 'html' | 'api'>
