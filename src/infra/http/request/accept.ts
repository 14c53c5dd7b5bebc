const jsonTypes: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json'])

/**
 * True when an `Accept` header allows a response in JSON. The header is split at its commas and semicolons instead of
 * matched, so the time grows only with its length.
 */
export const acceptsJson = (header: string): boolean => header.split(',').some(allowsJson)

/** True if an `Accept` header names HTML, as browsers do when someone opens a URL. */
export const namesHtml = (header: string): boolean =>
  header.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === 'text/html')

function allowsJson(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
  return jsonTypes.has(type) && !parameters.some(isZeroQuality)
}

/** True for `q=0`, which excludes the type. */
const isZeroQuality = (parameter: string): boolean => /^q=0(?:\.0{0,3})?$/.test(parameter)
