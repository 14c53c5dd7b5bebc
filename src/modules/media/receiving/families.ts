import type { FileType } from '#infra/media-worker/index.ts'
import { refuse } from '#kernel/errors.ts'

/**
 * The accepted file types. The content determines the type; file name and declared type are claims that must be of the
 * same family. MP4 and QuickTime are one family, since the same recording may have either name. A document is accepted
 * only if the sender requests it: networks show it as pages, and it must be a post's only file. The same applies to
 * audio, which most networks do not accept.
 */
export type MediaType = FileType

interface Family {
  readonly extensions: readonly string[]
  /** Includes outdated and wrong names that programs use for the type. */
  readonly declaredAs: readonly string[]
}

const jpeg: Family = { extensions: ['jpg', 'jpeg'], declaredAs: ['image/jpeg', 'image/jpg', 'image/pjpeg'] }
const png: Family = { extensions: ['png'], declaredAs: ['image/png', 'image/x-png', 'image/apng'] }
const webp: Family = { extensions: ['webp'], declaredAs: ['image/webp'] }
const gif: Family = { extensions: ['gif'], declaredAs: ['image/gif'] }
const mp4: Family = {
  extensions: ['mp4', 'mov', 'm4v', 'qt'],
  declaredAs: ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/mov'],
}
const avi: Family = {
  extensions: ['avi'],
  declaredAs: ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
}
const webm: Family = { extensions: ['webm'], declaredAs: ['video/webm'] }
const mp3: Family = { extensions: ['mp3'], declaredAs: ['audio/mpeg', 'audio/mp3', 'audio/x-mp3'] }
const m4a: Family = { extensions: ['m4a'], declaredAs: ['audio/mp4', 'audio/x-m4a', 'audio/m4a'] }
const pdf: Family = { extensions: ['pdf'], declaredAs: ['application/pdf', 'application/x-pdf'] }

const known: Readonly<Record<MediaType, { readonly family: Family; readonly extension: string }>> = {
  'image/jpeg': { family: jpeg, extension: 'jpg' },
  'image/png': { family: png, extension: 'png' },
  'image/webp': { family: webp, extension: 'webp' },
  'image/gif': { family: gif, extension: 'gif' },
  'video/mp4': { family: mp4, extension: 'mp4' },
  'video/quicktime': { family: mp4, extension: 'mov' },
  'video/x-msvideo': { family: avi, extension: 'avi' },
  'video/webm': { family: webm, extension: 'webm' },
  'audio/mpeg': { family: mp3, extension: 'mp3' },
  'audio/mp4': { family: m4a, extension: 'm4a' },
  'application/pdf': { family: pdf, extension: 'pdf' },
}
const families = [...new Set(Object.values(known).map(({ family }) => family))]

/**
 * The purpose of a file. Types other than images and videos have separate purposes, so clients get them only on
 * request.
 */
export const purposes = ['media', 'document', 'audio'] as const
type Purpose = (typeof purposes)[number]

const purposeOfType = (type: MediaType): Purpose =>
  type === 'application/pdf' ? 'document' : type.startsWith('audio/') ? 'audio' : 'media'
const typesFor = (purpose: Purpose): readonly MediaType[] =>
  (Object.keys(known) as MediaType[]).filter((type) => purposeOfType(type) === purpose)

/** Returns the purpose of a declared type, or null if no accepted type has that name. */
function purposeOfDeclared(type: string | null): Purpose | null {
  const found = (Object.keys(known) as MediaType[]).find((one) => known[one].family.declaredAs.includes(type ?? ''))
  return found ? purposeOfType(found) : null
}

/** Returns the purpose that a type was announced and accepted for. */
export const purposeOf = (announced: string): Purpose => purposeOfDeclared(parseDeclaredType(announced)) ?? 'media'
export const extensionFor = (type: MediaType): string => known[type].extension

/** The sender's claims about a file. */
export interface FileClaim {
  /** Null if the file has no name. */
  readonly fileName: string | null
  readonly declaredTypes: readonly (string | null | undefined)[]
  readonly purpose: Purpose
}

/** Returns the extension of a name, or null if it has none. */
export const readExtension = (name: string): string | null => /[^.]\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1] ?? null

/** Returns a declared type in lowercase without its parameters, or null for unspecific types. */
function parseDeclaredType(text: string | null | undefined): string | null {
  const type = text?.split(';')[0]?.trim().toLowerCase() ?? ''
  return ['', 'application/octet-stream', 'binary/octet-stream', '*/*'].includes(type) ? null : type
}

/** Returns the family of a declared type. Refuses a type that is not accepted. */
export function requireFamily(text: string, purpose: Purpose): Family {
  const type = parseDeclaredType(text)
  const family = families.find(({ declaredAs }) => type !== null && declaredAs.includes(type))
  return family && purposeOfDeclared(type) === purpose ? family : refuseType(text, purpose)
}

export function refuseType(found: string | null, purpose: Purpose): never {
  const fault = found === null ? 'The file’s content is not of an accepted type' : `${found} is not accepted`
  const own = purposeOfDeclared(found)
  const way = own === null || own === purpose ? '' : `, or send the file with the purpose \`${own}\``
  return refuse('media_type_not_allowed', { detail: `${fault}. Send one of ${typesFor(purpose).join(', ')}${way}.` })
}

/** Refuses if the purpose, the name or a declared type is of another family than the content. */
export function requireMatchingClaim(bytes: MediaType, claim: FileClaim): void {
  if (purposeOfType(bytes) !== claim.purpose) refuseType(bytes, claim.purpose)
  requireSameFamily(known[bytes].family, claim, `the content is ${bytes}`)
}

/** Refuses, before any bytes arrive, a name of another family than the announced type. */
export function requireMatchingName(family: Family, announced: string, fileName: string): void {
  requireSameFamily(family, { fileName, declaredTypes: [] }, `the announced type is ${announced}`)
}

function requireSameFamily(family: Family, claim: Omit<FileClaim, 'purpose'>, truth: string): void {
  const extension = claim.fileName === null ? null : readExtension(claim.fileName)
  const declared = claim.declaredTypes.map(parseDeclaredType).filter((type) => type !== null)
  const nameAgrees = extension === null || family.extensions.includes(extension.toLowerCase())
  if (nameAgrees && declared.every((type) => family.declaredAs.includes(type))) return
  const name = extension === null ? 'the name has no extension' : `the name ends in .${extension}`
  const declaration = declared.length > 0 ? `the declared type is ${declared.join(' and ')}` : 'no type is declared'
  refuse('media_type_mismatch', {
    detail:
      `These must match: ${truth}, ${name}, ${declaration}. ` +
      `Send the extension .${family.extensions.join(' or .')}, and either the type ${family.declaredAs[0]} or none.`,
  })
}
