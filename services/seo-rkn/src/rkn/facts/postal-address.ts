/** A name of a place or of a street: capital letters tell «г. Москва» from «2006 г.». */
const name = String.raw`[«"]?\p{Lu}`;

/**
 * Words of a postal address: an index before a name, a town, a street, a region. Years («2006 г. № 152-ФЗ»), numbers
 * of records and «в области защиты» are none.
 */
export const postalAddress = new RegExp(
  [
    String.raw`(?<![\d№-])(?<!№ )\d{6}(?!\d),? ?[\p{L}«]`,
    String.raw`(?<![\p{L}\d])(?<!\d )[Гг]\. ?${name}`,
    String.raw`(?<!\p{L})[Гг]ород(?:а|е)? ${name}`,
    String.raw`(?<!\p{L})(?:[Уу]л|[Пп]р|[Пп]росп|[Пп]ер|[Нн]аб|[Пп]л|[Шш]|[Мм]кр)\. ?(?:\d|${name})`,
    String.raw`(?<!\p{L})(?:[Уу]лица|[Пп]роспект|[Пп]р-т|[Пп]р-кт|[Пп]ереулок|[Нн]абережная|[Шш]оссе|[Бб]ульвар|[Бб]-р|[Мм]икрорайон) (?:\d|${name})`,
    String.raw`\p{Lu}\p{Ll}{2,30} (?:ул\.|улица|пр\.|пр-т|проспект|пер\.|переулок|наб\.|набережная|ш\.|шоссе|бульвар|обл\.|область|край)(?!\p{L})`,
    String.raw`(?<!\p{L})[Рр]еспублика ${name}`,
  ].join('|'),
  'u',
);
