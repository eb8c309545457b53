import type { CountryCode } from 'libphonenumber-js/min';
import { invalidField } from './errors.ts';
import { lazyClient } from './lazy-client.ts';

/** The numbering plans of all countries are 80 kB, and most numbers come with their country code. */
const plans = lazyClient(() => import('libphonenumber-js/min'));

/** E.164: a plus sign and 7 to 15 digits. */
const e164 = /^\+[1-9]\d{6,14}$/;

/**
 * Reads a phone number as people type it: `+7 (495) 123-45-67`, and in Russia `8 (495) 123-45-67` or `495 123-45-67`.
 * @param phone the number, at most some hundred characters
 * @param country whose trunk prefix and area codes a number without a plus sign has, ISO 3166-1 alpha-2
 * @returns the number in E.164 (ITU-T), such as `+74951234567`; null for a text that is no number of the country, and
 * for a number with an extension, which E.164 has not
 */
export async function readPhone(phone: string, country: string): Promise<string | null> {
  const digits = phone.replaceAll(/[\s().-]/g, '');
  if (e164.test(digits)) return digits;
  const { isSupportedCountry, parsePhoneNumberFromString } = await plans.open();
  const defaultCountry: CountryCode | undefined = isSupportedCountry(country) ? country : undefined;
  const found = parsePhoneNumberFromString(phone, { ...(defaultCountry && { defaultCountry }), extract: false });
  return found?.isPossible() && !found.ext && e164.test(found.number) ? found.number : null;
}

/**
 * Reads a phone number of a request with {@link readPhone}.
 * @param path of the field in the request
 * @throws AppError `validation_failed` for a text that is no number of the country
 */
export const requirePhone = async (path: string, phone: string, country: string): Promise<string> =>
  (await readPhone(phone, country)) ??
  invalidField(
    path,
    `is no phone number of ${country}: send it without an extension, with its plus sign and country code, such as +79001234567, or with the digits that people of the country dial`,
  );
