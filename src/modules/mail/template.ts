/**
 * What is mailed, as data. A variable is written `{{name}}` and stands in `variables`; `render.ts` refuses at start a
 * template that uses one it does not declare, or declares one that it does not use.
 */
export interface Template {
  readonly variables: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
}
