/** Phrases that betray a translation or are not the term in French, each with the words to use instead. */
export const banned: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/(?<!\p{L})(?:[Tt]u|[Tt]on|[Tt]es|[Tt]oi)(?!\p{L})/u, 'vous'],
  [/(?<![/.{\p{L}])[Pp]osts?(?![:/}.\p{L}])/u, 'publication'],
  [/\b[Cc]ourriels?\b|(?<![-/\p{L}])[Mm]ails?\b/u, 'e-mail'],
  [/\b[Tt]élévers/, 'importer'],
  [/\b[Uu]ploader?\b|\b[Cc]harger un fichier\b/, 'importer'],
  [/\b[Rr]ejet(?:er|é|ée|ez)(?!\p{L})/u, 'refuser'],
  [/\b[Ll]ivraisons?\b/, 'envoi'],
  [/\b[Tt]hreads?\b(?! *,)/, 'fil'],
  [/\b[Ll]abels?\b|\b[Tt]ags?\b/, 'étiquette'],
  [/\b[Oo]pérateurs?\b/, 'administrateur du serveur'],
  [/\b[Ss]econd facteur\b|\b[Dd]ouble authentification\b/, 'validation en deux étapes'],
  [/\b[Cc]léf?s? d’API\b/, 'clé API'],
  [/\bs’il vous plaît\b|\b[Vv]euillez\b/, 'l’impératif seul'],
  [/\b[Dd]igital/, 'numérique'],
  [/\.\.\./, '…'],
]
