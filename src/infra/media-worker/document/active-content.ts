import type { Dictionary, Listener, Value } from './read-object.ts'

/**
 * Finds what a document contains in addition to pages: anything that runs, starts, sends, plays or unpacks something.
 * All objects are checked, including those that no page refers to and those of older revisions, because another parser
 * may find them. Allowed are links to web pages and mail addresses, jumps within the document, and the fields of a
 * form.
 */
interface ActiveContent {
  /** Receives the parts of objects as they are parsed. */
  readonly listener: Listener
  /** Receives a complete object. `number` is null if unknown. */
  object(number: number | null, value: Value, dictionary: Dictionary | undefined): void
  /** Names the first thing that was found, as it continues “The document contains”. Null if nothing was found. */
  found(): string | null
}

const scripts = 'scripts'
const files = 'attached files'

/** Actions, by the value of `S`. */
const actions = new Map([
  ['JavaScript', scripts],
  ['Launch', 'an action that starts a program (Launch)'],
  ['SubmitForm', 'an action that sends a form (SubmitForm)'],
  ['ImportData', 'an action that reads a file into a form (ImportData)'],
  ['ResetForm', 'an action that changes a form (ResetForm)'],
  ['Hide', 'an action that hides parts (Hide)'],
  ['GoToR', 'a jump into another file (GoToR)'],
  ['GoToE', 'a jump into an attached file (GoToE)'],
  ['Thread', 'a jump into a thread (Thread)'],
  ['Rendition', 'an action that plays media (Rendition)'],
  ['Movie', 'an action that plays a video (Movie)'],
  ['Sound', 'an action that plays audio (Sound)'],
  ['GoTo3DView', 'an action in a 3D model (GoTo3DView)'],
  ['RichMediaExecute', 'an action that plays media (RichMediaExecute)'],
])

/** Parts of pages, by the value of `Subtype` or `Type`. */
const parts = new Map([
  ['Screen', 'media that play on a page (Screen)'],
  ['RichMedia', 'media that play on a page (RichMedia)'],
  ['Movie', 'a video (Movie)'],
  ['Sound', 'an audio annotation (Sound)'],
  ['3D', 'a 3D model (3D)'],
  ['FileAttachment', `${files} (FileAttachment)`],
  ['EmbeddedFile', `${files} (EmbeddedFile)`],
])

const keys = new Map([
  ['JS', scripts],
  ['JavaScript', scripts],
  ['AA', 'actions that start without a click (AA)'],
  ['EmbeddedFiles', files],
  ['EF', files],
  ['XFA', 'an XFA form'],
  ['RichMediaContent', 'media that play on a page (RichMediaContent)'],
])

/** Dictionaries whose keys are names that the author chose, such as the name of a font. */
const freelyNamed: ReadonlySet<string> = new Set([
  'Font',
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'CharProcs',
  'RoleMap',
  'ClassMap',
  'Dests',
  'Colorants',
])

export function lookForActiveContent(keptKeys: readonly string[]): ActiveContent {
  let first: string | null = null
  /** The numbers of objects that are actions other than a jump. */
  const doMore = new Set<number | null>()
  /** The objects that are named as the action at opening. */
  const atOpening = new Set<number>()
  const find = (what: string | undefined): void => {
    first ??= what ?? null
  }

  return {
    listener: {
      keptKeys: new Set([...keptKeys, 'S', 'Subtype', 'Type', 'OpenAction', 'Next', 'URI']),
      key(name, under) {
        if (!freelyNamed.has(under)) find(keys.get(name))
      },
      dictionary(dictionary) {
        for (const value of dictionary.values('S')) find(actions.get(nameOf(value)))
        for (const value of [...dictionary.values('Subtype'), ...dictionary.values('Type')])
          find(parts.get(nameOf(value)))
        for (const value of dictionary.values('URI')) find(inLink(value, dictionary))
        for (const value of dictionary.values('OpenAction')) if (value.is === 'reference') atOpening.add(value.number)
        if (dictionary.under === 'OpenAction' && doesMore(dictionary)) find(runsAtOpening)
      },
    },
    object(number, value, dictionary) {
      // The name of an action or a part may be a separate object.
      if (value.is === 'name') find(actions.get(value.name) ?? parts.get(value.name))
      if (dictionary !== undefined && doesMore(dictionary)) doMore.add(number)
    },
    found() {
      const runs = atOpening.size > 0 && (doMore.has(null) || [...atOpening].some((number) => doMore.has(number)))
      return first ?? (runs ? runsAtOpening : null)
    },
  }
}

const runsAtOpening = 'an action that starts when it is opened (OpenAction)'

const nameOf = (value: Value): string => (value.is === 'name' ? value.name : '')

/** True for an action that does more than jump to a page. */
function doesMore(dictionary: Dictionary): boolean {
  const kinds = dictionary.values('S')
  return kinds.length > 0 && (kinds.some((kind) => nameOf(kind) !== 'GoTo') || dictionary.values('Next').length > 0)
}

const schemes: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ftp',
  'mailto',
  'tel',
  'sms',
  'geo',
  'webcal',
  'whatsapp',
])

/**
 * Names a link to anything but a web page or an email address. Without a scheme, a link is relative to the document.
 */
function inLink(value: Value, dictionary: Dictionary): string | undefined {
  if (value.is === 'reference')
    return dictionary.values('S').length > 0 ? 'a link whose URL is in another object (URI)' : undefined
  if (value.is !== 'text') return undefined
  // Browsers drop white space and control characters. The zeros of UTF-16 are dropped with them.
  const url = [...value.text].filter((sign) => sign > ' ' && sign < '\x7f').join('')
  if (/^[\\/]{2}/.test(url)) return 'a link to a file on the network'
  // A number after the colon is a port.
  const scheme = /^([a-z][a-z0-9+.-]{0,40}):(?![0-9])/i.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined || schemes.has(scheme) ? undefined : `a link to something other than a page (${scheme}:)`
}
