/** Texts of the demo site, as long as search engines and readers expect of an article. */

export const syncPostRu = `Заметка, записанная в дороге, ждёт вас на рабочем столе. Не нужно пересылать себе письма, искать файл в переписке или
вспоминать, на каком из устройств вы писали в прошлый раз: открыли приложение, и всё уже на месте.

## Как это работает

1. Войдите с тем же адресом почты на каждом устройстве.
2. Пишите: заметки появятся везде.
3. Потеряли связь? Продолжайте писать, изменения отправятся позже.

Приложение хранит копию заметок на устройстве, поэтому открывается сразу и не ждёт ответа сервера. Как только связь появляется,
изменения уходят на сервер, а оттуда на остальные устройства. Обычно на это нужно несколько секунд. Если вы давно не
включали ноутбук, он получит всё пропущенное при первом запуске, от старых изменений к новым.

## Что будет, если изменить заметку в двух местах

Представьте, что вы дополнили список покупок на телефоне в метро, а дома кто-то вычеркнул из него молоко. Приложение сравнивает
обе версии с последней общей и соединяет изменения по строкам: новые строки останутся, вычеркнутые исчезнут. Если обе стороны
изменили одну и ту же строку, сохранятся оба варианта, и приложение предложит выбрать нужный. Ничего не пропадает молча, и ни одно
из устройств не считается главным: неважно, какое из них было на связи раньше, а какое догнало остальных только вечером.

История изменений хранится тридцать дней. Откройте заметку, выберите «История» и вернитесь к любой версии: текущая при этом не
удаляется, а становится ещё одной записью в истории.

## Сколько заметок можно хранить

| Тариф | Заметки |
| --- | --- |
| Free | до 50 |
| Pro | без ограничений |

На бесплатном тарифе работают те же устройства и та же история, отличается только число заметок и выгрузка в PDF. Если вы
перестали платить за Pro, заметки останутся на месте: их можно читать, менять и удалять, нельзя лишь добавлять новые, пока их
больше пятидесяти.

## Что с безопасностью

Заметки передаются по шифрованному соединению. Вход выполняет ваш поставщик учётных записей, пароля мы не видим и не храним.
Список устройств есть в настройках: там видно, когда каждое из них выходило на связь, и любое можно отключить одной кнопкой.
Отключённое устройство теряет доступ сразу, а копия заметок на нём удаляется при следующем запуске.

Если вы удалили учётную запись, вместе с ней исчезают все заметки и история. Мы сохраняем только то, чего требует закон:
записи о платежах и о принятых документах.

## С чего начать

Установите приложение на компьютер и на телефон, войдите и создайте первую заметку. Пошаговый рассказ есть в
[справке](/help/pervye-shagi), а о последних улучшениях мы пишем в [истории версий](/changelog/versiya-1-1). Если что-то
не получается, напишите нам через форму на странице контактов: отвечает команда, а не робот.
`;

export const syncPostEn = `A note that you wrote on the way waits on your desk. There is no need to mail it to yourself, to look for a file in a chat, or
to remember which device you wrote on last time: open the application, and everything is there.

## How it works

1. Log in with the same address on each device.
2. Write: notes appear everywhere.
3. No connection? Go on writing, the changes are sent later.

The application keeps a copy of the notes on the device, so it opens at once and does not wait for the server. As soon as there is
a connection, the changes go to the server, and from there to the other devices. That usually takes a few seconds. A laptop that
was off for a month gets everything it missed at its next start, from the oldest change to the newest.

## What happens when a note changes in two places

Imagine that you add to the shopping list on your phone, while somebody at home removes the milk from it. The application compares
both versions with the last one they share and joins the changes line by line: new lines stay, removed lines go. If both sides
changed the same line, both variants are kept, and the application asks you to choose. Nothing is lost in silence.

The history of changes is kept for thirty days. Open a note, choose History, and go back to any version: the present one is not
removed, it becomes one more entry of the history.

## How many notes you can keep

| Plan | Notes |
| --- | --- |
| Free | up to 50 |
| Pro | no limit |

The free plan has the same devices and the same history. Only the number of notes differs, and the export to PDF. If you stop
paying for Pro, your notes stay: you can read, change and remove them, you only cannot add new ones while there are more than fifty.

## How it is protected

Notes travel over an encrypted connection. Your identity provider logs you in, so that we neither see nor keep a password. The list
of devices is in the settings: it shows when each of them was last seen, and one button cuts any of them off. A device that is
cut off loses its access at once, and its copy of the notes is removed at the next start.

When you delete your account, all notes and their history go with it. We keep only what the law asks for: records of payments and
of accepted documents.

## Where to begin

Install the application on a computer and on a phone, log in and write the first note. The [help](/en/help/first-steps) takes you
through it step by step, and the [release notes](/en/changelog/version-1-1) tell what is new. If something does not work, write to
us with the form on the contact page: the team answers, not a robot.
`;

export const firstStepsRu = `Эта статья проведёт вас от установки до первой заметки, которую видно на всех устройствах. Понадобится минут десять и адрес
электронной почты.

## Установка

Скачайте приложение на [главной странице](/): там всегда лежит последняя версия для вашей системы. Запустите загруженный файл и
следуйте указаниям. Права администратора не нужны, приложение ставится только для вашей учётной записи.

Если система предупреждает о неизвестном издателе, проверьте контрольную сумму файла: она указана рядом с кнопкой загрузки. Когда
сумма совпадает, файл дошёл без изменений, и его можно запускать. Если нет, скачайте его ещё раз.

Установка занимает около ста мегабайт. Ещё столько же понадобится для заметок с картинками, но приложение подскажет заранее,
если место на диске подойдёт к концу.

## Вход

При первом запуске откроется страница входа. Укажите адрес, на который вам удобно получать письма, и подтвердите его. Тот же адрес
понадобится на остальных устройствах, именно по нему приложение узнаёт, что заметки ваши.

Перед входом приложение покажет документы: правила использования и согласие на обработку данных. Их можно прочитать целиком и
вернуться к ним позже в настройках. Если документ изменится, приложение попросит принять новую версию.

## Первая заметка

Нажмите «Новая заметка» или сочетание Ctrl+N. Первая строка становится заголовком, остальное текстом. Сохранять ничего не нужно:
изменения записываются сразу, а значок облака в углу показывает, что они дошли до сервера.

Попробуйте оформление: решётка в начале строки делает подзаголовок, звёздочка начинает список, а квадратные скобки превращают
строку в пункт, который можно отметить выполненным.

## Второе устройство

Установите приложение на телефон и войдите с тем же адресом. Через несколько секунд появится заметка, которую вы только что
написали. Измените её на телефоне и посмотрите на компьютер: текст обновится сам. Подробности о том, как соединяются изменения,
есть [в блоге](/blog/zametki-na-vseh-ustroystvah).

## Поиск

Строка поиска находит слова в любых формах: запрос «встреча» покажет и «встречи», и «встречу». Можно искать внутри одной папки
или по всем сразу. О том, как поиск стал быстрее, рассказывает [запись о версии 1.1](/changelog/versiya-1-1).

## Если что-то не получается

* Заметка не появляется на втором устройстве: проверьте, что адрес входа один и тот же, а значок облака не перечёркнут.
* Письмо с подтверждением не приходит: загляните в папку со спамом и запросите письмо ещё раз через пять минут.
* Приложение не запускается после обновления: установите последнюю версию поверх старой, заметки при этом сохранятся.
* Не открывается выгрузка в PDF: она входит в тариф Pro, проверьте срок его действия в настройках.

Не помогло? Напишите нам через форму на странице контактов и приложите номер версии: он указан в окне «О программе». Мы ответим по
почте, обычно в течение рабочего дня, и подскажем следующий шаг.
`;

export const firstStepsEn = `Download the application from the [home page](/en/) and run the file. No rights of an administrator are needed.

## The first note

Press “New note”. The first line becomes the title, and changes are kept at once. Why they appear on your other devices is told
[in the blog](/en/blog/notes-on-every-device), and what changed lately in the [release notes](/en/changelog/version-1-1).
`;

export const searchEntryRu = `Версия 1.1 ускоряет поиск и исправляет ошибки, о которых вы писали. Обновление бесплатно на всех тарифах и ставится поверх
предыдущей версии, заметки при этом сохраняются.

## Добавлено

* Поиск находит слова в любых формах: запрос «подписка» покажет «подписки», «подписку» и «подпиской».
* Буквы «е» и «ё» при поиске не различаются, поэтому «ёлка» и «елка» дают одинаковый ответ.
* Результаты появляются, пока вы печатаете: не нужно дописывать слово и нажимать Enter.
* Найденные слова подсвечены и в списке, и внутри заметки, а стрелки переводят от одного места к следующему.
* Можно искать внутри одной папки: откройте её, нажмите Ctrl+F и начните печатать.
* В запросе работают кавычки: фраза в кавычках ищется целиком и в том же порядке слов.

## Как это устроено

Раньше приложение просматривало заметки одну за другой, и на большом архиве ответ приходилось ждать. Теперь при сохранении заметки
приложение обновляет указатель: список основ слов и мест, где они встречаются. Поиск читает только указатель, поэтому время ответа
почти не зависит от числа заметок. Указатель хранится на устройстве рядом с заметками и не передаётся на сервер.

При первом запуске новой версии указатель строится заново. На архиве из тысячи заметок это занимает около минуты, и всё это время
можно спокойно работать: поиск просто покажет, какая часть архива уже обработана. Если закрыть приложение на середине, построение
продолжится с того же места.

## Исправлено

* Заметка с очень длинной первой строкой больше не растягивает список по ширине окна.
* Картинка, добавленная без связи с сервером, отправляется один раз, а не при каждом запуске.
* Отметка о выполнении пункта не теряется, если сразу после неё закрыть окно.
* Выгрузка в PDF сохраняет таблицы: раньше широкие столбцы обрезались по краю страницы.
* Сочетание Ctrl+Z отменяет и перемещение заметки в другую папку.
* Даты в истории показаны во времени вашего устройства, а не сервера.

## Что изменилось для тех, кто обновляется

Настройки и папки остаются на месте. Первая синхронизация после обновления может занять немного дольше обычной: приложение сверяет
указатель с тем, что пришло с других устройств. Устройства с предыдущей версией продолжают работать, но искать они будут
по-старому, пока вы не обновите и их.

Если вы пользуетесь приложением на работе, где обновления ставит администратор, передайте ему адрес этой страницы: здесь указана
версия и перечислено всё, что изменилось.

## Что дальше

В следующей версии мы готовим общий доступ к папкам и шаблоны заметок. Как начать работу, рассказывает
[справка](/help/pervye-shagi), а о том, как заметки попадают на все ваши устройства, можно прочитать
[в блоге](/blog/zametki-na-vseh-ustroystvah). Пожелания и замечания присылайте через форму на странице контактов.
`;

export const searchEntryEn = `Version 1.1 makes the search faster and mends the faults that you wrote about. The update is free with every plan. Install it over
the release before, your notes stay where they are.

## Added

* The search finds words in all forms: “note” shows “notes” and “noted” as well.
* Results appear while you type, there is no need to finish the word and to press Enter.
* Found words are marked in the list and in the note, and the arrows lead from one place to the next.
* A search may stay inside of one folder: open it, press Ctrl+F and type.
* Quotation marks work: a phrase between them is found as a whole, in the same order of words.
* A language can be chosen for each note, so that a note in English is searched by the rules of English.

## How it works

The application used to look through the notes one after the other, so a large archive took its time. Now each saved note brings an
index up to date: the stems of its words and the places where they stand. The search reads the index alone, so that the time of an
answer hardly depends on the number of notes. The index lies beside the notes on the device and is never sent to the server.

The first start of the new release builds the index. An archive of a thousand notes takes about a minute, and you can go on working
meanwhile: the search shows how much of the archive it knows already. If you close the application before that, the work goes on
from the same place at the next start.

## Fixed

* A note with a very long first line no longer stretches the list across the window.
* An image that was added without a connection is sent once, not at every start.
* A ticked item stays ticked when the window is closed right after it.
* The export to PDF keeps tables: wide columns used to be cut at the edge of the page.
* Ctrl+Z takes back the move of a note into another folder as well.
* Dates of the history are shown in the time of your device, not of the server.

## When you update

Settings and folders stay as they are. The first synchronisation after the update may take a little longer than usual, since the
application compares its index with what came from the other devices. Devices with the release before go on working, but they search
in the old way until you update them too.

If an administrator installs updates where you work, send them the address of this page: it names the version and lists
everything that changed.

## What comes next

The next release brings shared folders and templates of notes. The [help](/en/help/first-steps) tells how to begin, and the
[blog](/en/blog/notes-on-every-device) how notes come to all of your devices. Send wishes and complaints with the form on the contact page.
`;
