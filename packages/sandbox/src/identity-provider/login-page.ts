import type { Answer } from '../http/answer.ts';
import { escapeHtml, type PageLanguage, pageAnswer } from '../http/page.ts';

const TEXTS = {
  en: {
    title: 'Sign in',
    badge: 'Demo',
    explain: 'This is a demo sign-in, for trying things out. Any user name is accepted, and there is no password.',
    username: 'User name',
    submit: 'Sign in',
    bad: 'Please enter a user name of at most 64 characters.',
    ended: 'This sign-in is over',
    endedHint: 'Go back to the application and sign in again.',
  },
  ru: {
    title: 'Вход',
    badge: 'Демо',
    explain: 'Это демонстрационный вход для проверки. Подойдёт любое имя, пароля нет.',
    username: 'Имя пользователя',
    submit: 'Войти',
    bad: 'Введите имя не длиннее 64 символов.',
    ended: 'Этот вход завершён',
    endedHint: 'Вернитесь в приложение и войдите ещё раз.',
  },
} as const;

/**
 * The page that asks for a user name.
 * @param language the page's language
 * @param application the application that asks for the sign-in
 * @param formTarget address that the sign-in goes back to
 * @param bad whether the name just entered was refused
 */
export function loginPage(language: PageLanguage, application: string, formTarget: string, bad: boolean): Answer {
  const texts = TEXTS[language];
  const content = `<header><span>${escapeHtml(application)}</span><span class="badge">${texts.badge}</span></header>
<h1 class="words">${texts.title}</h1>
<p class="muted">${texts.explain}</p>
${bad ? `<p class="notice bad" role="alert">${texts.bad}</p>` : ''}
<form method="post" class="stack">
<h2><label for="username">${texts.username}</label></h2>
<input id="username" name="username" data-testid="username" autocomplete="username" maxlength="64" required autofocus>
<button class="primary" id="sign-in" data-testid="sign-in">${texts.submit}</button>
</form>`;
  return pageAnswer({ status: bad ? 422 : 200, language, title: texts.title, content, formTarget });
}

/**
 * The page of a sign-in that is unknown or over.
 * @param language the page's language
 */
export function endedPage(language: PageLanguage): Answer {
  const texts = TEXTS[language];
  const content = `<h1 class="words">${texts.ended}</h1>\n<p>${texts.endedHint}</p>`;
  return pageAnswer({ status: 400, language, title: texts.ended, content });
}
