const texts = {
  ru: {
    subject: 'Подтвердите подписку',
    asked: 'Вы оставили этот адрес для рассылки сайта',
    open: 'Чтобы подтвердить подписку, откройте ссылку и нажмите кнопку. Ссылка действует 7 дней:',
    ignore: 'Если это были не вы, просто удалите письмо: без подтверждения рассылки не будет.',
    end: 'Отписаться:',
  },
  en: {
    subject: 'Confirm your subscription',
    asked: 'This address was entered for the newsletter of',
    open: 'To confirm, open the link and press the button. The link is valid for 7 days:',
    ignore: 'If it was not you, delete this mail: without a confirmation there is no newsletter.',
    end: 'Unsubscribe:',
  },
};

/** The mail that asks for the confirmation of a subscription. It has no text from the sender of the form. */
export function optInMail(about: { site: string; locale: string; confirm_url: string; unsubscribe_url: string }): {
  subject: string;
  text: string;
} {
  const t = about.locale.startsWith('ru') ? texts.ru : texts.en;
  return {
    subject: `${t.subject}: ${about.site}`,
    text: [
      `${t.asked} «${about.site}».`,
      '',
      t.open,
      about.confirm_url,
      '',
      t.ignore,
      '',
      t.end,
      about.unsubscribe_url,
      '',
    ].join('\n'),
  };
}
