const jsonTypes: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json'])

/**
 * Says whether an `Accept` header allows an answer in JSON. The header is cut at its commas and semicolons instead of
 * matched, so the time grows with its length alone.
 */
export const acceptsJson = (header: string): boolean => header.split(',').some(allowsJson)

function allowsJson(range: string): boolean {
  const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
  return jsonTypes.has(type) && !parameters.some(isZeroQuality)
}

/** `q=0`: of all types, never this one. */
const isZeroQuality = (parameter: string): boolean => /^q=0(?:\.0{0,3})?$/.test(parameter)
