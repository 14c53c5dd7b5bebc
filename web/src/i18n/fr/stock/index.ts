import type { AreaMessages } from '../../en/index.ts'

export const stock: AreaMessages['stock'] = {
  library: 'Médiathèque',
  places: 'Choisir dans',
  find: 'Chercher',
  provider: 'Fournisseur',
  privacy: (provider) =>
    `Les mots saisis sont envoyés à ${provider} par ce service. ${provider} ne sait pas qui vous êtes.`,
  creditInText: 'Citer dans le texte',
  play: 'Animer les GIF',
  more: 'Afficher plus',
  source: 'Source',
  license: 'Licence',
  kinds: {
    photo: {
      title: 'Photos libres',
      search: 'Chercher des photos libres',
      results: 'Photos trouvées',
      none: 'Aucune photo trouvée. Essayez d’autres mots.',
      providedBy: (provider) => `Photos fournies par ${provider}`,
      credit: (author, provider) => `Photo de ${author} sur ${provider}`,
      add: (author, altText) => `Ajouter la photo de ${author}${altText === '' ? '' : ` : ${altText}`}`,
      added: (author) => `Photo de ${author} ajoutée`,
    },
    gif: {
      title: 'GIF',
      search: 'Chercher des GIF',
      results: 'GIF trouvés',
      none: 'Aucun GIF trouvé. Essayez d’autres mots.',
      providedBy: (provider) => `Powered by ${provider}`,
      credit: (author, provider) => (author === '' ? `GIF via ${provider}` : `GIF de ${author} via ${provider}`),
      add: (author, altText) =>
        `${author === '' ? 'Ajouter le GIF' : `Ajouter le GIF de ${author}`}${altText === '' ? '' : ` : ${altText}`}`,
      added: (author) => (author === '' ? 'GIF ajouté' : `GIF de ${author} ajouté`),
    },
  },
}
