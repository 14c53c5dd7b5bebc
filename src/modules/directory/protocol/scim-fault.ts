/** The details that RFC 7644 (section 3.12) defines for errors of status 400 and 409. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A refusal in SCIM format, for directories that understand nothing else. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string): ScimFault => new ScimFault(400, detail, 'invalidValue')

/** A refusal that an administrator has to resolve first. */
export const conflict = (detail: string): ScimFault => new ScimFault(409, detail)

export const notUnique = (detail: string): ScimFault => new ScimFault(409, detail, 'uniqueness')

export const missing = (noun: 'user' | 'group'): ScimFault => new ScimFault(404, `No ${noun} has this ID.`)
