"""Runs a program in a pseudo-terminal, for the scripts in this folder.

A Terminal passes on keys and collects output; a Screen shows output as cells. They are separate because showing it is slow: a script that measures
shows the output afterwards. Needs the Debian packages python3-pexpect, python3-psutil and python3-pyte."""
import os, pathlib, re, signal, tempfile, time
import pexpect, psutil, pyte
from pyte import graphics

PROGRAM = os.environ.get('PROGRAM') or str(pathlib.Path(__file__).resolve().parent.parent / '.build/release/tintype')
ENTER, ESCAPE, TAB, PAGE_UP, PAGE_DOWN = b'\r', b'\x1b', b'\t', b'\x1b[5~', b'\x1b[6~'
UP, DOWN, RIGHT, END, HOME = b'\x1bOA', b'\x1bOB', b'\x1bOC', b'\x1bOF', b'\x1bOH'


class Answers:
    """Answers queries in the output as a terminal that reports its status and attributes, and no graphics."""
    QUERIES = {b'\x1b[5n': b'\x1b[0n', b'\x1b[c': b'\x1b[?62;22c', b'\x1b[0c': b'\x1b[?62;22c'}

    def __init__(self):
        self.rest, self.pattern = b'', re.compile(b'|'.join(map(re.escape, self.QUERIES)))

    def __call__(self, output):
        self.rest, answers, end = self.rest + output, [], 0
        for query in self.pattern.finditer(self.rest):
            end = query.end()
            answers.append(self.answer(query))
        # A query may come in two parts.
        self.rest = self.rest[max(end, len(self.rest) - 200):]
        return b''.join(answers)

    def answer(self, query): return self.QUERIES[query[0]]


class Terminal:
    """A command in a pseudo-terminal. `answer` gets each output and returns the terminal's answers to queries in it."""

    def __init__(self, command, columns=120, rows=40, home=None, answer=None, **environment):
        """Without a home folder, the command gets an empty one until the end."""
        self.answer = answer or Answers()
        self.own_home = None if home else tempfile.TemporaryDirectory()
        environment = {'HOME': str(home or self.own_home.name), 'PATH': os.environ['PATH'], 'LANG': 'C.UTF-8', 'TERM': 'xterm-256color',
                       'COLORTERM': 'truecolor'} | environment
        self.child = pexpect.spawn(command[0], list(map(str, command[1:])), env=environment, dimensions=(rows, columns))
        # The default pause before input would count as latency.
        self.child.delaybeforesend = None
        self.process = psutil.Process(self.child.pid)

    def resize(self, columns, rows=40): self.child.setwinsize(rows, columns)

    def type(self, keys): self.child.send(keys)

    def next(self, seconds):
        """Returns the next output, empty if none comes in time or the program has ended."""
        # As much as Linux returns at once; for more, pexpect would read again and delay the time and the answers.
        try: output = self.child.read_nonblocking(4095, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF): return b''
        if answers := self.answer(output): self.type(answers)
        return output

    def read(self, seconds=60, quiet=None):
        """Returns the output of some seconds, or until there is none for `quiet` seconds: a list of times and bytes."""
        outputs, end = [], time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not (output := self.next(min(left, quiet or left))): break
            outputs.append((time.monotonic(), output))
        return outputs

    def processor_time(self):
        """Seconds of processor time of the program and its children."""
        total = 0
        for process in [self.process, *self.process.children(recursive=True)]:
            try: total += sum(process.cpu_times()[:4])
            except psutil.NoSuchProcess: pass
        return total

    def memory(self):
        """The resident memory of the program in megabytes."""
        return self.process.memory_info().rss / 2**20

    def end(self):
        self.child.kill(signal.SIGTERM)
        # The program waits until its last output is read.
        self.child.expect(pexpect.EOF)
        self.child.close()
        if self.own_home: self.own_home.cleanup()


# pyte has names for 16 colors and, before version 0.8.1, the same for dark and bright ones.
for number, (dark, bright) in enumerate(zip(graphics.FG_BG_256[:8], graphics.FG_BG_256[8:16])):
    graphics.FG[30 + number] = graphics.BG[40 + number] = dark
    graphics.FG_AIXTERM[90 + number] = graphics.BG_AIXTERM[100 + number] = bright


class Screen(pyte.Screen):
    """Shows output: `display` has the lines, and `buffer[row][column]` the cells. Colors are hexadecimal or 'default'."""
    # Control strings, and sequences with a prefix or an intermediate character, which pyte would show as text.
    SKIPPED = re.compile(rb'\x1b[P_^X].*?\x1b\\|\x1b\[(?:[<=>][0-?]*[ -/]*|[0-?]*[ -/]+)[@-~]', re.S)
    INCOMPLETE = re.compile(rb'\x1b(?:\[[0-?]*[ -/]*|[P_^X][^\x1b]*\x1b?)?\Z')

    class Stream(pyte.ByteStream):
        # Repeats the last character (REP).
        csi = pyte.ByteStream.csi | {'b': 'repeat'}

    def __init__(self, columns=120, rows=40):
        super().__init__(columns, rows)
        self.stream, self.rest, self.last = self.Stream(self), b'', ' '

    def feed(self, output):
        output = self.SKIPPED.sub(b'', self.rest + output)
        cut = self.INCOMPLETE.search(output)
        self.rest = output[cut.start():] if cut else b''
        self.stream.feed(output[:cut.start()] if cut else output)

    def draw(self, text):
        super().draw(text)
        self.last = text[-1:]

    def repeat(self, count=1): self.draw(self.last * (count or 1))
