/** An object in a JSON body whose fields are unchecked. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object, or an empty one for anything else. */
export const treeOr = (value: unknown): Tree => (isTree(value) ? value : {})

/** Parses JSON. Returns null if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
