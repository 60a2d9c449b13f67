"""Commands as people say them, for a recogniser to choose from when it is not sure what it heard.

Only commands of fixed words; those that carry text or a name of the page begin with one of NAMED.
"""

_SELF = """
wake up | start listening | unmute | go to sleep | stop listening | mute | stop | be quiet | stop talking | quiet
cancel | never mind | dismiss | help | what can I say | what can I say here | show commands | show all commands
speak faster | speak slower | speak louder | speak softer | faster | slower | louder | speech on demand
speak higher | speak lower | slow down | speak up | softer | volume up | volume down | voice on | voice off
sounds on | sounds off | turn the sounds on | turn the sounds off | list voices | use the piper voice
I use headphones | headphones on | headphones off | wait longer | wait less | microphone off | say more
repeat that | again | twice | spell that | spell out | command history | which voice is this
what did you hear | what did you say | what did I just do
punctuation all | punctuation some | punctuation none
choose microphone | which microphones are there | which voices are there | command mode | dictation mode | normal mode
yes | no | not now | confirm | yes I am sure | do it | more | show more
"""
_VIEW = """
scroll down | scroll up | scroll left | scroll right | page down | page up | scroll down a little | scroll up a little
scroll down more | start scrolling down | start scrolling up | auto scroll | stop scrolling | keep scrolling
scroll to top | scroll to the top | go to top | top of page | scroll to bottom | scroll to the bottom | go to end
bottom of page | go to beginning | go back | go forward | refresh | refresh the page | reload | reload the page
new tab | close tab | next tab | previous tab | first tab | last tab | which tabs are open
go to tab one | go to tab two | go to tab three | go to tab four | go to tab five | zoom in | zoom out | zoom reset
find next | find previous | go to address bar | go to main content | close the banner | show numbers | hide numbers
show labels | hide labels | number one | number two | number three | number four | number five | number six
number seven | number eight | number nine | number ten | click one | click two | click three | click four | click five
click six | click seven | click eight | click nine | click ten | the first one | the second one | the third one
the last one
"""
_READING = """
read page | read the page | start reading | read below | say all | continue reading | stop reading | where am I
say title | speak title | speak focus | say item | read row | read column | read headers | describe the page
next line | previous line | next word | previous word | next paragraph | previous paragraph | next sentence
previous sentence | next heading | previous heading | next heading level one | next heading level two
next heading level three | list headings | headings list | next link | previous link | next unvisited link
next visited link | list links | links list | where does this link go | next form field | previous form field
next edit box | next button | previous button | next checkbox | next combo box | next radio button | list form fields
forms list | list buttons | next landmark | previous landmark | next region | next table | previous table | next list
next graphic | next row | previous row | next column | previous column
"""
_TEXT = """
activate that | click that | press enter | hit enter | press tab | press escape | press space | press backspace
scratch that | delete that | strike that | erase that | select that | select all | unselect that | correct that
undo | undo that | redo that | copy that | paste | paste that | new line | new paragraph | spelling mode
add to vocabulary
"""
COMMANDS: tuple[str, ...] = tuple(
    " ".join(phrase.split())
    for group in (_SELF, _VIEW, _READING, _TEXT)
    for phrase in group.replace("\n", "|").split("|")
    if phrase.strip()
)
NAMED: tuple[str, ...] = (
    *("click", "click on", "press", "tap", "open", "follow", "focus on", "go to", "check", "tick", "uncheck", "untick"),
    *("expand", "collapse", "click link", "click button"),
)
"""What a name on the page may follow."""
