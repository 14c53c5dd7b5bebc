/** True for a value that may be the URL of a face, as responses contain it. Only its owner's row tells if it is. */
export const isFaceUrl = (value: string): boolean => /^https?:\/\/[^\s?#]+\/v1\/faces\/[0-9a-f]{32}$/.test(value)
